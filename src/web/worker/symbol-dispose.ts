/*
 * `using` compiles to calls of Symbol.dispose, which some browsers don't have yet. Imported before anything that
 * defines such a method.
 */
(Symbol as { dispose?: symbol }).dispose ??= Symbol.for('Symbol.dispose');

export {};

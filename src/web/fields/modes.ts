/** How the hologram was recorded: [value, label, what one sees]. */
export const modes = [
  ['off-axis', 'Off-axis', 'fine straight fringes all over the frame'],
  ['inline', 'Inline', 'rings around every object, no tilted beam'],
] as const;

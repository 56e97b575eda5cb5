/** How far around a number its meaning is looked for, in characters. */
const BEFORE = 48;
const AFTER = 32;

const LETTER = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}`;
const word = (list: string, flags = 'giu') => new RegExp(`(?<![${LETTER}])(?:${list})(?![${LETTER}])`, flags);

/** Words that are said before a phone number, in the languages that most users write. */
const PHONE_WORDS =
  'tel|tele?phone|t[eé]l|telefon|telefonnummer|tel[eé]fono|telefone|telefoon|telef[oó]nica|тел|телефон|puhelin|τηλ|τηλέφωνο|' +
  'phone|fax|mobile|mob|handy|handynummer|mobil|mobilnummer|m[oó]vil|celular|cel|cell|cellulare|portable|gsm|natel|' +
  'komórka|мобильный|whats ?app|wa\\.me|sms|hotline|tlfn?|landline|office|büro|sekretariat|oficina|ufficio|bureau|call|calling|ring|dial|reach|reached|' +
  'text (?:me|us)|ping me|(?:my|our|his|her|their|contact) (?:number|no|nr|nummer)|contact|(?:me|us) (?:at|on|under)|m[ei]g på|mich unter|mij op|moi au|mnie pod|rufen|anrufen|ruf|erreichbar|' +
  'erreichen|appelez|appeler|joindre|joignable|ll[aá]m[ae](?:me|nos|r)?|ligue|ligar|liga|chiamate|chiamami|chiamare|' +
  'bel|bellen|zadzwoń|dzwoń|nummer er|ring til|soita|позвоните|звоните|ara(?:yın)?';
const PHONE = new RegExp(
  `${word(PHONE_WORDS).source}|[☎☏📞📱✆]|電話|电话|手机|手機|微信|致电|携帯|전화|휴대폰|연락처|हॉटलाइन|फ़ोन|फोन|هاتف|جوال|تلفن|موبایل|טלפון|נייד|โทร`,
  'giu',
);

/** Words before numbers of another kind. */
const OTHER = word(
  'serial|s/n|sn|ser|serien(?:nummer|nr)|série|serie|identifier|evidence|sku|firmware|version|build|commit|revision|seed|' +
    'hash|sha|sha256|md5|crc|checksum|digest|timestamp|epoch|unix|isbn|issn|doi|arxiv|pmid|pmc|orcid|patent|barcode|' +
    'wavelengths?|lambda|λ|pitch|pixels?|counts?|intensit(?:y|ies)|median|frames?|resolution|exposures?|photons?|' +
    'electrons?|coordinates?|bytes|histogram|voltage|encoder',
);
/** Words that say so only right before a number: they are said about much else. */
const JUST_BEFORE = word(
  'ids?|report|run|model|part|p/n|catalog(?:ue)?|cat|order|lot|batch|rev|ticket|case|issue|invoice|grant|project|award|contract|job|slurm|' +
    'values?|sum|total|mean|sizes?|distances?|offset|positions?|range|steps?|between|from|dimensions?|shape|z|x|y|dose|' +
    'counter|gain|asset|licen[sc]e|key|max(?:imum)?|min(?:imum)?|levels?|limit',
);
const FILLER = /^(?:[\s.:#()-]|numbers?|no|nr|num|is|was|of|are|to|and|the)*$/i;

/** What a measured value is followed by; a letter with a colon names what comes next (p: … m: … h: …). */
const UNIT =
  /^[ -]?(?![hms]:)(?:[nµμumck]?m|pm|[kMGT]?Hz|m?rad|deg|degrees?|°|px|pixels?|counts?|photons?|electrons?|e-|ADU|[nµμum]?s|sec|seconds?|min|minutes?|hours?|h|[mk]?V|[mk]?W|mJ|[kMG]i?B|bytes?|bits?|fps|frames?|shots?|steps?|points?|samples?|times|particles|cells|fringes|lines|%|‰|[mµμ]?K|dB|ppm|[x×*] ?\d|±|e\d|\^)(?![\p{L}\p{N}])/iu;

/** Part of a name, an address or a longer number. */
const GLUED_BEFORE = new RegExp(`[${LETTER}\\p{N}_µ][-_./#@~]?$|[=≈≃~<>≤≥±×^*]\\s?$|(?:^|\\s)-$`, 'u');
const GLUED_AFTER = new RegExp(`^(?:[${LETTER}\\p{N}_µ]|[-_/@][${LETTER}\\p{N}_]|\\.[a-z\\d])`, 'u');

/** A further number within the office that was called. */
const EXTENSION = /^,? ?(?:ext\.?|extension|x|durchwahl|dw|poste|доб\.?) ?\d{1,6}(?!\d)/iu;

export interface PhoneContext {
  /**
   * What is said of the number. `called`: the word for a phone number is right before it; `phone`: somewhere before
   * it; `other`: it is called something else; `value`: it is part of a name or has a unit; null: nothing
   */
  readonly said: 'called' | 'phone' | 'other' | 'value' | null;
  /** characters after it that belong to it */
  readonly extension: number;
}

/**
 * What stands around the number from `start` to `end`. Many begin or end at the same place where digits and slashes take
 * turns: each place is looked at once.
 */
export class PhoneContexts {
  readonly #before: (start: number) => SaidBefore;
  readonly #after: (end: number) => SaidAfter;

  constructor(text: string) {
    this.#before = once((start) => saidBefore(text.slice(Math.max(0, start - BEFORE), start)));
    this.#after = once((end) => saidAfter(text.slice(end, end + AFTER)));
  }

  of(start: number, end: number): PhoneContext {
    const before = this.#before(start);
    if (before === 'value') return { said: 'value', extension: 0 };
    const { extension, value, phone } = this.#after(end);
    if (value) return { said: 'value', extension };
    return { said: before ?? (phone ? 'phone' : null), extension };
  }
}

type SaidBefore = PhoneContext['said'];

interface SaidAfter extends Pick<PhoneContext, 'extension'> {
  readonly value: boolean;
  readonly phone: boolean;
}

function once<Result>(look: (at: number) => Result): (at: number) => Result {
  const seen = new Map<number, Result>();
  return (at) => {
    if (!seen.has(at)) seen.set(at, look(at));
    return seen.get(at)!;
  };
}

function saidBefore(before: string): SaidBefore {
  const phone = last(PHONE, before, /\d{4}/);
  const called =
    phone >= 0 && /^(?:[\s.:/#(-]|no|nr|number|is|at|on|under|auf|au)*$/i.test(before.slice(phone));
  const glued = phone < 0 || !/^[\s.:/#-]*$/.test(before.slice(phone));
  if (glued && GLUED_BEFORE.test(before)) return 'value';
  const other = otherEnd(before);
  if (phone < 0 && other < 0) return null;
  return phone < other ? 'other' : called ? 'called' : 'phone';
}

function otherEnd(before: string): number {
  const just = last(JUST_BEFORE, before, /\d/);
  const other = Math.max(
    last(OTHER, before, /\d\d/),
    just >= 0 && FILLER.test(before.slice(just)) ? just : -1,
  );
  return before.endsWith('#') ? before.length : other;
}

function saidAfter(after: string): SaidAfter {
  const extension = EXTENSION.exec(after)?.[0].length ?? 0;
  const value = extension === 0 && (GLUED_AFTER.test(after) || UNIT.test(after));
  const comment = /^\s?[([](.*?)[)\]]/.exec(after)?.[1] ?? /^ (?:is|ist|est|es) (.*)$/.exec(after)?.[1] ?? '';
  return { extension, value, phone: last(PHONE, comment, /\d/) >= 0 };
}

/** Where the last match ends; -1: there is none, or another number in between takes it for itself. */
function last(pattern: RegExp, text: string, between: RegExp): number {
  let end = -1;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end >= 0 && between.test(text.slice(end)) ? -1 : end;
}

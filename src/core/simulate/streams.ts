/** Which numbers of one seed are for what: changing one thing must not change the draw of another. */
export const streams = { object: 1, dust: 2, hologramNoise: 3, backgroundNoise: 4 } as const;

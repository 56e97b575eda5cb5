/** Frequencies (rad per half a side) of waves whose sum is a sample that fills a frame, as tissue does. */
export const tissueWaves = [
  [5.1, 1.7],
  [-2.3, 6.1],
  [8.2, -3.9],
  [3.7, 9.4],
  [-7.3, -6.6],
  [1.1, 11.3],
] as const;

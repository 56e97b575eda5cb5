/**
 * Pitches of sensors by their names, as people find them on a camera: µm, and where it is from. Sony's IMX250, 252, 253
 * and 255: mvBlueFOX3 manual, appendix A.1; IMX219, 290, 296, 477, 708, 715, 178, 432, 585: the table “Camera
 * Information” of indi-allsky; OV5647: hardware specification of Raspberry Pi’s camera 1. The others are common and
 * stand without a name.
 */
export const pixelPitches: readonly (readonly [value: string, what: string])[] = [
  ['1.12', 'Sony IMX219: Raspberry Pi camera 2'],
  ['1.4', 'OmniVision OV5647, Sony IMX708: Raspberry Pi cameras 1 and 3'],
  ['1.45', 'Sony IMX715'],
  ['1.55', 'Sony IMX477: Raspberry Pi HQ camera'],
  ['1.67', 'a common camera pixel'],
  ['1.85', 'a common camera pixel'],
  ['2.2', 'a common camera pixel'],
  ['2.4', 'Sony IMX178'],
  ['2.9', 'Sony IMX290, IMX462, IMX585'],
  ['3.45', 'Sony IMX250, IMX252, IMX253, IMX255, IMX296'],
  ['3.75', 'a common camera pixel'],
  ['4.8', 'a common camera pixel'],
  ['5.5', 'a common camera pixel'],
  ['5.86', 'a common camera pixel'],
  ['6.5', 'a common camera pixel'],
  ['9.0', 'Sony IMX432'],
];

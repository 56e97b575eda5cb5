// Opens a result package of Leith in Fiji or ImageJ 1.52 or newer: every map with its pixel size in µm, phase and
// uncertainty on scales of their own, and what stands out of its uncertainty as a selection of the phase.
//
//   Plugins > Macros > Run…, and choose the ZIP; or without a window:
//   ImageJ-linux64 --headless -macro open_package.ijm result.zip        (Fiji)
//   imagej -b open_package.ijm result.zip                               (ImageJ)

PATH = getArgument();
if (PATH == "") PATH = File.openDialog("A result package of Leith");

// a ZIP is unpacked beside itself; data/evidence.json, or any other file of data/, means an unpacked package
if (endsWith(PATH, ".zip")) {
  FOLDER = substring(PATH, 0, lengthOf(PATH) - 4) + File.separator;
  File.makeDirectory(FOLDER);
  // tar of Windows 10 and of macOS reads ZIP as well
  if (startsWith(getInfo("os.name"), "Linux")) exec("unzip", "-o", "-q", PATH, "-d", FOLDER);
  else exec("tar", "-xf", PATH, "-C", FOLDER);
  DATA = FOLDER + "data" + File.separator;
} else {
  DATA = File.getParent(PATH) + File.separator;
}
if (!File.exists(DATA + "evidence.json")) exit("There is no package of Leith in " + PATH);

names = newArray("amplitude", "height", "phase_wrapped", "phase_uncertainty", "phase");
for (i = 0; i < names.length; i++) {
  if (File.exists(DATA + names[i] + ".tif")) {
    open(DATA + names[i] + ".tif");
    rename(names[i]);
    if (names[i] != "phase_wrapped") run("Enhance Contrast", "saturated=0.3");
  }
}

if (isOpen("phase")) {
  selectWindow("phase");
  getPixelSize(unit, width, height);
  getStatistics(area, mean, min, max);
  print("phase: " + getWidth() + " x " + getHeight() + " pixels of " + width + " x " + height + " " + unit);
  print("phase: " + min + " to " + max + " rad, mean " + mean);
}
if (isOpen("phase") && isOpen("phase_uncertainty")) {
  selectWindow("phase_uncertainty");
  getStatistics(area, mean, min, max);
  print("uncertainty: mean " + mean + " rad, largest " + max);
  // |phase| over 5 standard deviations
  imageCalculator("Divide create 32-bit", "phase", "phase_uncertainty");
  run("Abs");
  setThreshold(5, 1e30);
  run("Create Selection");
  if (selectionType() == -1) {
    print("nothing stands out of its uncertainty");
  } else {
    getStatistics(area);
    print("sample: " + area + " " + unit + "^2 stand out of the uncertainty");
    selectWindow("phase");
    run("Restore Selection");
  }
}

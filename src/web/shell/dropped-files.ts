/** What was dropped, with what lies in the folders among it; not what lies in folders inside of these. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<readonly File[]> {
  // the list is empty once this function has waited for something
  const entries = [...items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const given = [...files];
  if (!entries.some((entry) => entry?.isDirectory)) return given;
  const lists = await Promise.all(entries.map((entry) => (entry ? filesOf(entry) : [])));
  return lists.flat();
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) return [await fileOf(entry)];
  const within = (await entriesOf(entry as FileSystemDirectoryEntry)).filter(isFile);
  return Promise.all(within.map(fileOf));
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A reader gives some at a time, and nothing when there are no more. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

import { useRef, useState } from 'preact/hooks';
import { bytesInWords } from '../shell/amounts.ts';
import { useArrivingFiles } from '../shell/arriving-files.ts';
import { DropZone } from '../shell/drop-zone.tsx';
import { framesInOrder } from '../shell/frames-in-order.ts';
import type { Gathered } from './use-gathered.ts';

const ACCEPT = '.png,.tif,.tiff,.bmp,.npy,.npz,.h5,.hdf5,.mat,.jpg,.jpeg';

const NONE = 'None of these files is a frame: PNG, TIFF, BMP, NPY, NPZ, HDF5, MAT or JPEG.';

export interface FramesFieldProps {
  /** in their order */
  readonly files: readonly File[];
  readonly found: Gathered;
  readonly error?: string | undefined;
  readonly onFiles: (files: readonly File[]) => void;
}

/** The frames of a sequence: a folder, several files, or one file of many. */
export function FramesField({ files, found, error, onFiles }: FramesFieldProps) {
  const [none, setNone] = useState(false);
  const take = (given: readonly File[]): void => {
    const frames = framesInOrder(given);
    setNone(given.length > 0 && frames.length === 0);
    onFiles(frames);
  };
  // frames that miss the field are meant for it all the same
  useArrivingFiles(take);
  const wrong = none ? NONE : (error ?? found.error?.message);
  return (
    <div class="field">
      <DropZone
        id="frames"
        label="Frames"
        action={
          files.length === 0 ? 'Drop a folder, many files or a stack, or choose files' : 'Choose others'
        }
        compact={files.length > 0}
        accept={ACCEPT}
        multiple
        describedBy="frames-help frames-error"
        invalid={wrong !== undefined}
        onFiles={take}
      >
        <span class="help" id="frames-help">
          {files.length === 0
            ? 'In the order of their names, 2 before 10. A stack: multi-page TIFF, NPY, NPZ, HDF5.'
            : ''}
        </span>
      </DropZone>
      <ChooseFolder onFiles={take} />
      {files.length > 0 && <Found {...{ files, found }} onNone={() => onFiles([])} />}
      <span class="error" id="frames-error" aria-live="polite">
        {wrong}
      </span>
    </div>
  );
}

/** Phones have no folders to choose. */
const FOLDERS = 'webkitdirectory' in HTMLInputElement.prototype;

function ChooseFolder({ onFiles }: Pick<FramesFieldProps, 'onFiles'>) {
  const input = useRef<HTMLInputElement>(null);
  if (!FOLDERS) return null;
  return (
    <>
      <button type="button" class="plain" onClick={() => input.current?.click()}>
        Choose a folder
      </button>
      <input
        ref={input}
        {...{ type: 'file', id: 'folder', multiple: true, webkitdirectory: true, hidden: true }}
        onChange={(event) => {
          onFiles(filesOfFolder(event.currentTarget.files));
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

/** Browsers give what lies in folders inside of it, too. */
function filesOfFolder(list: FileList | null): readonly File[] {
  return [...(list ?? [])].filter(({ webkitRelativePath }) => webkitRelativePath.split('/').length <= 2);
}

interface FoundProps extends Pick<FramesFieldProps, 'files' | 'found'> {
  readonly onNone: () => void;
}

function Found({ files, found: { gathered, looking }, onNone }: FoundProps) {
  const [first] = files;
  const last = files.at(-1);
  return (
    <p class="chosen" role="status" data-frames={gathered?.count ?? ''}>
      <span>
        {looking && 'Looking at them …'}
        {gathered && (
          <>
            <strong>{gathered.count.toLocaleString('en')} frames</strong>, {bytesInWords(gathered.bytes)}
          </>
        )}
        <span class="small"> {files.length === 1 ? first!.name : `${first!.name} to ${last!.name}`}</span>
      </span>
      <button type="button" class="plain" onClick={onNone} aria-label="Remove the frames">
        Remove
      </button>
    </p>
  );
}

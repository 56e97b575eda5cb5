import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { droppedFiles } from './dropped-files.ts';

export interface DropZoneProps {
  /** of the file input in it */
  readonly id: string;
  readonly name?: string;
  readonly accept: string;
  readonly multiple?: boolean;
  /** ids of what explains it */
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean;
  /** also of several files where one is asked for: dropping has no such limit, and none may vanish without a word */
  readonly onFiles: (files: readonly File[]) => void;
  /** what the files are */
  readonly label: string;
  /** what to do about it */
  readonly action: string;
  /** where something has been chosen already */
  readonly compact?: boolean;
  readonly children?: ComponentChildren;
}

/** A file input that files and folders can be dropped on. */
export function DropZone(props: DropZoneProps) {
  const { id, accept, multiple = false, describedBy, invalid = false, onFiles, children } = props;
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const [empty, setEmpty] = useState(false);
  const take = (files: readonly File[]): void => {
    setEmpty(false);
    if (files.length > 0) onFiles(files);
    // so that choosing the same file again counts as a choice
    if (input.current) input.current.value = '';
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (!event.dataTransfer?.types.includes('Files')) return;
    const dropped = droppedFiles(event.dataTransfer);
    void dropped.then((files) => (files.length > 0 ? take(files) : setEmpty(true)));
  };
  const drag = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      class={`drop-zone${over ? ' over' : ''}${props.compact ? ' compact' : ''}`}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label for={id}>
        {props.label}
        <span class="do">{props.action}</span>
        {children}
      </label>
      <input
        ref={input}
        {...{ id, accept, multiple, type: 'file' }}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        onChange={(event) => take([...(event.currentTarget.files ?? [])])}
      />
      {empty && (
        <span class="help" role="status">
          No file lies in that folder; folders inside of it are not looked into.
        </span>
      )}
    </div>
  );
}

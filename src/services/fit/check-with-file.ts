import { checkWorkflowFit, type WorkflowFit } from '../../core/workflow-fit/check.ts';
import { parseWorkflowFit } from '../../core/workflow-fit/request.ts';
import { describeFile, type FileDescription } from '../../formats/decode/describe-file.ts';

export interface CheckedWithFile {
  readonly fit: WorkflowFit;
  readonly file: FileDescription | null;
}

/**
 * A fit check whose request is filled in with what a frame itself tells; what is given counts more.
 * @throws Problem INVALID_INPUT
 */
export async function checkWithFile(
  given: Readonly<Record<string, unknown>>,
  frame: { readonly name: string; readonly bytes: Uint8Array } | null,
): Promise<CheckedWithFile> {
  const file = frame && (await describeFile(frame.bytes, frame.name));
  const { refusal: _, ...found } = file ?? {};
  return { fit: checkWorkflowFit(parseWorkflowFit({ ...found, ...given })), file };
}

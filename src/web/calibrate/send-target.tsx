import { useEffect, useState } from 'preact/hooks';
import { inFieldUnits } from '../../core/recipe/with-unit.ts';
import type { TargetEntry } from '../api/calibration.ts';
import { Refused } from '../api/problem.ts';
import { TextField } from '../shell/text-field.tsx';
import { byField, type FieldErrors } from '../api/field-errors.ts';
import { checkFields } from '../form/check-form.ts';
import { FormField } from '../form/field.tsx';
import {
  distanceField,
  pixelPitch,
  rangeEnd,
  rangeStart,
  rig,
  wavelength,
  type Field,
  type FieldName,
  type Values,
} from '../fields/fields.ts';
import { BackgroundField, FrameField } from '../form/frame-field.tsx';
import { useFrameFacts } from '../form/frame-facts.ts';
import { StatedByFile, useStated } from '../form/stated-by-file.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { SendButtons, useSendingTarget } from './sending.tsx';
import { SeenFrame } from '../form/seen-frame.tsx';

export interface SendTargetProps {
  /** null: nobody is signed in */
  readonly apiKey: string | null;
  readonly target: TargetEntry;
  readonly mode: 'off-axis' | 'inline';
  readonly onBack: () => void;
  readonly onMade: (profileId: string) => void;
}

/** A pattern that repeats casts images of itself along the light. */
const RANGE = 'Where the distance lies for sure: a pattern that repeats looks alike at several distances';

/** What is asked of the rig; a calibration finds the distortion that a reconstruction can undo. */
const asked: readonly Field[] = [
  ...[wavelength, pixelPitch, distanceField],
  { ...rangeStart, label: 'Search from (optional)', placeholder: '', help: RANGE },
  { ...rangeEnd, label: 'Search to (optional)', placeholder: '' },
  ...rig.filter(({ name }) => name !== 'lens_distortion'),
];

/** What belongs to a calibration beside the frame. */
const nothing = {
  ...{ name: '', feature_size_um: '', feature_tolerance_um: '', part_tolerance: '', certificate_k: '' },
  ...{ certificate: '', maker: '', wavelength_tolerance_nm: '', repeatability: '' },
};
type Extra = Readonly<typeof nothing>;

const SEVERAL =
  'Two to eight frames, the target turned or shifted in between, calibrate together and tell how well that repeats.';

/** The frame of the target with what is known of the rig. */
export function SendTarget({ apiKey, target, mode, onBack, onMade }: SendTargetProps) {
  const [values, setValues] = useState<Values>({});
  const [extra, setExtra] = useState<Extra>(nothing);
  const [frames, setFrames] = useState<readonly File[]>([]);
  const frame = frames[0] ?? null;
  const [background, setBackground] = useState<File | null>(null);
  const { send, cancel, sending, error } = useSendingTarget(onMade);
  const read = useFrameFacts(frame, 'one');
  const given = filled({ ...values, holography_mode: mode });
  const errors = errorsOf(given, values, error);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (apiKey === null) return;
    send(multipart({ ...given, ...filled(extra), target_id: target.target_id }, frames, background), apiKey);
  };
  const set = (name: FieldName, value: string) => setValues((old) => ({ ...old, [name]: value }));
  const form = { values, errors, set };
  const stated = read.facts?.stated ?? null;
  useStated(stated, values, set);
  return (
    <form class="columns" onSubmit={submit} noValidate aria-label="Send the target">
      <div class="column">
        <p class="small">{target.display_name}</p>
        <FrameField
          {...{ frames, read, several: SEVERAL, error: errors.get('hologram') }}
          onFrames={setFrames}
        />
        <div class="fields">
          {asked.map((field) => (
            <FormField key={field.name} field={field} form={form} />
          ))}
        </div>
        <StatedByFile {...{ stated, values, set }} />
        <BackgroundField
          background={background}
          error={errors.get('background')}
          onBackground={setBackground}
        />
        <Certificate
          {...{ target, extra, errors }}
          change={(change) => setExtra((old) => ({ ...old, ...change }))}
        />
        {error && <ProblemNotice error={error} elsewhere={new Set(errors.keys())} />}
        <SendButtons {...{ sending, onBack, cancel, missing: missing(apiKey, frame) }} />
      </div>
      <div class="column">
        <SeenFrame files={frame ? [frame] : []} frames={1} {...{ mode, values, read }} />
      </div>
    </form>
  );
}

/** The page's own check while one types, then what the service has said. */
function errorsOf(given: Readonly<Record<string, string>>, values: Values, error: Error | null): FieldErrors {
  const own = [...checkFields(withinRange(given))].filter(
    ([name]) => (values[name as FieldName] ?? '').trim() !== '',
  );
  if (!(error instanceof Refused)) return new Map(own);
  const { errors, code, detail } = error.problem;
  // what was looked for, and where, is said and shown below
  if (code.startsWith('TARGET_NOT'))
    return new Map([...own, ['hologram', 'The target was not found in it.']]);
  const ofFrame = /^(HOLOGRAM_|FRAME_|SIDEBAND_|PAYLOAD_)/.test(code);
  return new Map([...own, ...(errors ? byField(errors) : ofFrame ? [['hologram', detail] as const] : [])]);
}

/** A reconstruction has a distance or a range; here the range says how far off the distance may be. */
function withinRange(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { z_mm: _distance, ...others } = given;
  return given.z_min_mm === undefined && given.z_max_mm === undefined ? given : others;
}

/** What is filled in, every number in the unit of its field. */
function filled(fields: object): Record<string, string> {
  const entries = Object.entries(fields).map(([name, value]) => [name, String(value ?? '').trim()] as const);
  return inFieldUnits(Object.fromEntries(entries.filter(([, value]) => value !== '')));
}

function multipart(
  fields: Record<string, string>,
  frames: readonly File[],
  background: File | null,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const frame of frames) form.append('hologram', frame, frame.name);
  if (background) form.append('background', background, background.name);
  return form;
}

interface CertificateProps {
  readonly target: TargetEntry;
  readonly extra: Extra;
  readonly errors: FieldErrors;
  readonly change: (change: Partial<Extra>) => void;
}

interface ExtraField {
  readonly id: keyof Extra;
  readonly label: string;
  readonly help: string;
}

/** What is not asked of a reconstruction. */
function extraFields({
  feature_size_um,
  sizeIsYours,
}: {
  feature_size_um: number;
  sizeIsYours: boolean;
}): ExtraField[] {
  const size = sizeIsYours
    ? { label: 'Feature size of your part, µm', help: 'The period, as its certificate says' }
    : {
        label: 'Certified feature size, µm (optional)',
        help: `From the certificate of the part; else ${feature_size_um} µm`,
      };
  return [
    { id: 'name', label: 'Name of the profile (optional)', help: 'What you call this rig' },
    { id: 'feature_size_um', ...size },
    { id: 'feature_tolerance_um', label: 'Its tolerance, ± µm (optional)', help: 'From the certificate' },
    {
      ...{ id: 'part_tolerance', label: 'Tolerance of your part, ± share (optional)' },
      help: 'Instead of the one above: 0.001 is ±0.1 % of every length',
    },
    {
      ...{ id: 'certificate_k', label: 'Its k (optional)' },
      help: 'Of how many standard uncertainties the tolerance is; else it is a limit',
    },
    {
      ...{ id: 'certificate', label: 'Number of the certificate (optional)' },
      help: 'It is kept with the profile',
    },
    {
      ...{ id: 'maker', label: 'Maker (optional)' },
      help: 'Of a USAF chart: lbtek, thorlabs or other, whose tolerances differ',
    },
    {
      ...{ id: 'wavelength_tolerance_nm', label: 'Tolerance of the wavelength, ± nm (optional)' },
      help: '0.01 for a gas laser, 5 for a laser diode; else 1 % of the wavelength',
    },
    {
      ...{ id: 'repeatability', label: 'Repeatability, share (optional)' },
      help: 'One standard deviation of the pitch over repeated recordings; several frames tell it themselves',
    },
  ];
}

/** What everybody fills in comes first; what a certificate says is there for those who have one. */
function Certificate({ target, extra, errors, change }: CertificateProps) {
  const { feature_size_um, target_id } = target;
  const sizeIsYours = target_id.startsWith('own-');
  const fields = extraFields({ feature_size_um, sizeIsYours });
  const isFirst = ({ id }: ExtraField) => id === 'name' || (id === 'feature_size_um' && sizeIsYours);
  const rest = fields.filter((field) => !isFirst(field));
  const wrong = rest.some(({ id }) => errors.has(id));
  const filledIn = rest.filter(({ id }) => extra[id].trim() !== '').length;
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (wrong) setOpen(true);
  }, [wrong]);
  const shown = (some: readonly ExtraField[]) => (
    <div class="fields">
      {some.map(({ id, label, help }) => (
        <TextField
          key={id}
          {...{ id, label, help, value: extra[id], error: errors.get(id) }}
          onInput={(value) => change({ [id]: value })}
        />
      ))}
    </div>
  );
  return (
    <>
      {shown(fields.filter(isFirst))}
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          More: certificate, tolerances
          {filledIn > 0 && <span class="small"> ({filledIn} filled in)</span>}
        </summary>
        {shown(rest)}
      </details>
    </>
  );
}

function missing(apiKey: string | null, frame: File | null): string | null {
  if (apiKey === null) return 'Sign in first.';
  return frame === null ? 'Choose the frame of the target first.' : null;
}

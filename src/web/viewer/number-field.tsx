import { useId, useState } from 'preact/hooks';

interface NumberFieldProps {
  readonly label: string;
  readonly unit: string;
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number | 'any';
  readonly onChange: (value: number) => void;
}

/**
 * A number with its unit. What is no number, or outside the limits, changes nothing until it is put right. What is
 * being typed stays as it is, whatever is drawn anew meanwhile.
 */
export function NumberInput({ label, unit, value, min, max, step = 'any', onChange }: NumberFieldProps) {
  const id = useId();
  const [typing, setTyping] = useState<string | null>(null);
  const read = (text: string) => {
    const number = Number(text);
    if (text.trim() === '' || !Number.isFinite(number)) return;
    if ((min !== undefined && number < min) || (max !== undefined && number > max)) return;
    onChange(number);
  };
  return (
    <div class="number-field">
      <label for={id}>
        {label} {unit && <span class="unit">{unit}</span>}
      </label>
      <input
        id={id}
        type="number"
        value={typing ?? value}
        {...{ step, ...(min !== undefined && { min }), ...(max !== undefined && { max }) }}
        onInput={(event) => setTyping(event.currentTarget.value)}
        onChange={(event) => read(event.currentTarget.value)}
        onBlur={() => setTyping(null)}
      />
    </div>
  );
}

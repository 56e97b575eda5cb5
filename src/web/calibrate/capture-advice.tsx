import { drawingAddress, type TargetEntry } from '../api/calibration.ts';

export interface CaptureAdviceProps {
  readonly target: TargetEntry;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

/** How to record the target so that the fit finds it. */
export function CaptureAdvice({ target, onBack, onNext }: CaptureAdviceProps) {
  return (
    <section aria-label="Record it" class="columns">
      <div class="column">
        <div>
          <h2>Record {target.display_name}</h2>
          <ul>
            <li>Same camera, wavelength and geometry as for your samples; touch nothing in between.</li>
            <li>The target where the sample will be, square to the beam, several features in view.</li>
            <li>
              Exposure without clipped pixels: the brightest grey values stay below the largest the camera
              has.
            </li>
            <li>
              The raw frame as PNG or TIFF with all its bits: no demosaicing, no compression that loses
              anything.
            </li>
            <li>If you can, a second frame without the target: the background.</li>
            {target.opaque && (
              <li>This target is opaque: light passes beside its features, not through them.</li>
            )}
            <li>
              A certificate that came with the very part counts more than the catalogue: have it at hand.
            </li>
          </ul>
        </div>
        <p class="row">
          <button type="button" onClick={onNext}>
            I have a frame
          </button>
          <button type="button" class="second" onClick={onBack}>
            Another target
          </button>
        </p>
      </div>
      <div class="column">
        <img
          class="drawing large"
          src={drawingAddress(target.target_id)}
          alt={`Drawing of ${target.display_name}`}
        />
      </div>
    </section>
  );
}

import type { DistortionPlace, ResidualPlace } from '../../core/rig/calibration.ts';
import type { Profile } from '../api/calibration.ts';
import { withSigma } from './profile-values.ts';

/** Share of the way from one place to the next that the longest arrow takes. */
const LONGEST = 0.42;
const SIDE = 400;

/** What lens and fit leave over the frame: arrows, many times as long as they are, and how sure they are. */
export function ResidualMap({ profile }: { readonly profile: Profile }) {
  const { distortion, residuals, frame } = profile;
  const places: readonly ResidualPlace[] = distortion?.field ?? residuals ?? [];
  const seen = places.flatMap((place) => (place.seen ? [place.seen] : []));
  if (places.length === 0 || (seen.length === 0 && !distortion)) return null;
  const { width, height } = frame.crop_px;
  const zoom = SIDE / Math.max(width, height);
  const perSide = Math.sqrt(places.length);
  const longest = Math.max(
    1e-9,
    ...seen.map(({ dx_px, dy_px }) => Math.hypot(dx_px, dy_px)),
    ...(distortion?.field ?? []).map((one) => Math.hypot(one.dx_px, one.dy_px) + 2 * one.sigma_px),
  );
  // 1, 2 or 5 times a power of ten
  const most = (LONGEST * Math.min(width, height)) / perSide / longest;
  const power = 10 ** Math.floor(Math.log10(most));
  const times = power * ([5, 2, 1].find((step) => step * power <= most) ?? 1);
  const grow = times * zoom;
  return (
    <figure class="residuals">
      <svg
        viewBox={`-1 -1 ${width * zoom + 2} ${height * zoom + 2}`}
        role="img"
        aria-label={inWords(profile)}
      >
        <rect class="frame" width={width * zoom} height={height * zoom} />
        {places.map((place, k) => {
          const [x, y] = [(place.x_px + 0.5) * zoom, (place.y_px + 0.5) * zoom];
          const own = distortion?.field[k];
          return (
            <g key={k} transform={`translate(${x} ${y})`}>
              <title>{placeInWords(place, own)}</title>
              {own && <Lens {...{ place: own, grow }} />}
              {place.seen && <Arrow dx={place.seen.dx_px * grow} dy={place.seen.dy_px * grow} of="seen" />}
              <circle r="1.5" class="place" />
            </g>
          );
        })}
      </svg>
      <figcaption>
        {inWords(profile)}. Arrows are {times} times as long as what they show.
        {distortion && (
          <>
            {' '}
            Radial term {withSigma(distortion.radial, '')}, tangential{' '}
            {withSigma(distortion.tangential_x, '')} and {withSigma(distortion.tangential_y, '')}, of{' '}
            {distortion.radius_px} px
            {distortion.significant ? '.' : ': no more than noise makes.'}
          </>
        )}
      </figcaption>
    </figure>
  );
}

/** The fitted lens: where it puts things, and within which circle (two standard uncertainties). */
function Lens({ place, grow }: { readonly place: DistortionPlace; readonly grow: number }) {
  const [dx, dy] = [place.dx_px * grow, place.dy_px * grow];
  return (
    <>
      <circle cx={dx} cy={dy} r={2 * place.sigma_px * grow} class="doubt" />
      <Arrow dx={dx} dy={dy} of="lens" />
    </>
  );
}

function Arrow({ dx, dy, of }: { readonly dx: number; readonly dy: number; readonly of: string }) {
  const [u, v] = [0.25 * dx, 0.25 * dy];
  return <path class={of} d={`M0 0L${dx} ${dy}m${-u - v} ${-v + u}L${dx} ${dy}l${-u + v} ${-v - u}`} />;
}

function inWords({ fit, distortion }: Profile): string {
  const seen = `thin: how far parts lie from the fit, ${Number(fit.residual_px.toPrecision(2))} px (root mean square)`;
  if (!distortion) return `What the fit leaves, ${seen}`;
  return `What the lens does to places, with two standard uncertainties around it; ${seen}`;
}

function placeInWords({ x_px, y_px, seen }: ResidualPlace, lens: DistortionPlace | undefined): string {
  const px = (value: number) => Number(value.toPrecision(2));
  const found = seen
    ? `${seen.parts} ${seen.parts === 1 ? 'part lies' : 'parts lie'} (${px(seen.dx_px)}, ${px(seen.dy_px)}) px off`
    : 'no part was found here';
  const fitted = lens ? `; lens (${px(lens.dx_px)}, ${px(lens.dy_px)}) ± ${px(lens.sigma_px)} px` : '';
  return `(${Math.round(x_px)}, ${Math.round(y_px)}): ${found}${fitted}`;
}

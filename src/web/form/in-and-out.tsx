const hologram = new URL('./pictures/hologram.webp', import.meta.url).href;
const phase = new URL('./pictures/phase.webp', import.meta.url).href;

const steps = [
  'Drop a frame, or take one of the examples. It is read here, and sent nowhere.',
  'Say the wavelength and the pixel pitch; both may stand in the file already.',
  'No distance at hand? Give a range, and the focus is searched there. Or choose “I don’t know it”: inline it is searched, off-axis the frame is taken as focused, and the result says so.',
  'The phase appears beside the fields. Drag the ring in its spectrum, draw lines and regions, look where it fades.',
  '“Make the signed package” sends the frame, and gives a result that others can check.',
];

/**
 * What goes in and what comes out, before there is a frame: pictures of the first example. They are simulated, and say so:
 * none of the recordings that others have published came with leave to show it here.
 */
export function InAndOut() {
  return (
    <section class="in-and-out" aria-label="What goes in, and what comes out">
      <div class="in-and-out-pictures">
        <figure>
          <img src={hologram} alt="Fine fringes, bent around four beads" width={288} height={288} />
          <figcaption>A camera frame goes in: here a simulated one, of four beads.</figcaption>
        </figure>
        <span aria-hidden="true">→</span>
        <figure>
          <img src={phase} alt="Four beads in false colours" width={288} height={288} />
          <figcaption>The phase comes out, and at every pixel how sure it is.</figcaption>
        </figure>
      </div>
      <h2>In a minute</h2>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

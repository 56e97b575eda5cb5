import {
  AmbientLight,
  BufferAttribute,
  Color,
  DirectionalLight,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  SRGBColorSpace,
  WebGLRenderer,
} from 'three';
import { colourWords } from '../colour/colour-maps.ts';
import { SurfaceFrame } from './surface-frame.ts';
import {
  USUAL_HEIGHT,
  type SurfaceDrape,
  type SurfaceEye,
  type SurfaceGrid,
  type SurfaceLook,
  type SurfaceMessage,
} from './surface-message.ts';

/*
 * Draws a surface on a canvas that the page has handed over: compiling shaders and lifting ten thousands of points
 * take longer than a page may stand still.
 */

let draw: (message: SurfaceMessage) => void = () => undefined;

self.onmessage = ({ data }: MessageEvent<SurfaceMessage>) => {
  if (!data.canvas) return draw(data);
  try {
    draw = drawingOn(data.canvas);
  } catch {
    self.postMessage('no WebGL');
  }
};

/** What changes with each message, on one canvas. @throws Error where there is no WebGL */
function drawingOn(canvas: OffscreenCanvas): (message: SurfaceMessage) => void {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  const scene = new Scene();
  const camera = new PerspectiveCamera(40, 1, 0.01, 20);
  camera.up.set(0, 0, 1);
  const mesh = new Mesh(new PlaneGeometry(1, 1, 1, 1), new MeshLambertMaterial({ vertexColors: true }));
  mesh.visible = false;
  const sun = new DirectionalLight(0xffffff, 2);
  sun.position.set(-1, -1, 2);
  const frame = new SurfaceFrame();
  scene.add(mesh, frame.group, sun, new AmbientLight(0xffffff, 1.4));
  let asked = 0;
  const render = () => {
    asked = 0;
    renderer.render(scene, camera);
  };
  return ({ surface, eye, size }) => {
    if (surface) {
      mesh.geometry.dispose();
      const { grid, look, axes, drape } = surface;
      mesh.geometry = surfaceGeometry(grid, look, drape);
      frame.draw(grid, look, axes);
      mesh.visible = true;
    }
    if (eye) place(camera, eye);
    if (size) {
      renderer.setPixelRatio(size.ratio);
      renderer.setSize(size.width, size.height, false);
      camera.aspect = size.width / Math.max(1, size.height);
      camera.updateProjectionMatrix();
    }
    asked ||= requestAnimationFrame(render);
  };
}

function place(camera: PerspectiveCamera, { around, above, away }: SurfaceEye): void {
  const flat = away * Math.cos(above);
  camera.position.set(flat * Math.sin(around), -flat * Math.cos(around), away * Math.sin(above));
  camera.lookAt(0, 0, 0);
}

function surfaceGeometry(
  { rows, cols, values }: SurfaceGrid,
  { colours, range, stretch }: SurfaceLook,
  drape: SurfaceDrape | null,
): PlaneGeometry {
  const longest = Math.max(rows, cols);
  const geometry = new PlaneGeometry(cols / longest, rows / longest, cols - 1, rows - 1);
  const position = geometry.getAttribute('position');
  const shown = drape ?? { values, colours, range };
  const words = colourWords(shown.colours);
  const shades = new Float32Array(values.length * 3);
  const colour = new Color();
  const share = (value: number, { min, max }: SurfaceLook['range']) =>
    Number.isFinite(value) ? Math.min(1, Math.max(0, (value - min) / (max - min || 1))) : 0;
  for (let i = 0; i < values.length; i++) {
    position.setZ(i, (share(values[i]!, range) - 0.5) * USUAL_HEIGHT * stretch);
    const word = words[Math.min(255, Math.floor(share(shown.values[i]!, shown.range) * 256))]!;
    const channel = (shift: number) => ((word >> shift) & 255) / 255;
    colour.setRGB(channel(0), channel(8), channel(16), SRGBColorSpace).toArray(shades, 3 * i);
  }
  geometry.setAttribute('color', new BufferAttribute(shades, 3));
  geometry.computeVertexNormals();
  return geometry;
}

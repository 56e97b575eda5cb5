// @ts-check
/** Sends the form without leaving the page. Without this script the form still works: the browser downloads the ZIP. */

/** @typedef {{ pointer: string, message: string }} FieldError */
/** @typedef {{ title: string, detail: string, type: string, code: string, request_id: string, errors?: FieldError[] }} Problem */

const form = /** @type {HTMLFormElement} */ (element('form'));
const button = /** @type {HTMLButtonElement} */ (element('submit'));
const state = element('state');
const result = element('result');
/** @type {string[]} */
let pictures = [];

form.noValidate = true;
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  clearErrors();
  result.hidden = true;
  button.disabled = true;
  try {
    await reconstruct();
  } catch {
    state.textContent = 'The service can’t be reached. Nothing was lost: try again.';
  } finally {
    button.disabled = false;
  }
});

async function reconstruct() {
  const answer = await send(filledFields(), showProgress());
  if (answer.status === 201) {
    state.textContent = '';
    await showResult(answer.body);
  } else {
    showProblem(answer.body);
  }
}

/** Everything that was filled in: an empty field is one that is not given. */
function filledFields() {
  const fields = new FormData();
  for (const [name, value] of new FormData(form)) {
    const empty = typeof value === 'string' ? value.trim() === '' : value.size === 0 && value.name === '';
    if (!empty) fields.append(name, value);
  }
  return fields;
}

/**
 * @param {FormData} fields
 * @param {(sent: number | null) => void} onProgress share of the upload; null once it is complete
 * @returns {Promise<{ status: number, body: any }>}
 */
function send(fields, onProgress) {
  return new Promise((resolve, reject) => {
    // fetch can't tell how much of an upload is sent
    const request = new XMLHttpRequest();
    request.open('POST', form.action);
    request.setRequestHeader('Accept', 'application/json');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.upload.addEventListener('load', () => onProgress(null));
    request.addEventListener('load', () => resolve({ status: request.status, body: request.response }));
    request.addEventListener('error', () => reject(new Error('no answer')));
    request.addEventListener('loadend', () => onProgress(1));
    request.send(fields);
  });
}

function showProgress() {
  const bar = document.createElement('progress');
  const text = document.createElement('p');
  state.replaceChildren(text, bar);
  text.textContent = 'Uploading …';
  let timer = 0;
  return (/** @type {number | null} */ sent) => {
    clearInterval(timer);
    if (sent !== null) {
      bar.value = sent;
      return;
    }
    bar.removeAttribute('value');
    const began = performance.now();
    timer = setInterval(() => {
      text.textContent = `Reconstructing … ${((performance.now() - began) / 1000).toFixed(1)} s`;
    }, 100);
  };
}

/** @param {Problem | null} problem */
function showProblem(problem) {
  if (!problem) throw new Error('no answer that can be read');
  const text = document.createElement('p');
  text.className = 'error';
  const elsewhere = (problem.errors ?? []).filter((error) => !showFieldError(error));
  const said = problem.errors ? elsewhere.map(({ message }) => message).join('; ') : problem.detail;
  text.textContent = `${problem.title}. ${said} `;
  const link = document.createElement('a');
  link.href = problem.type;
  link.textContent = 'What this means and how to fix it';
  text.append(link);
  state.replaceChildren(text);
  /** @type {HTMLElement | null} */ (form.querySelector('[aria-invalid]'))?.focus();
}

/**
 * @param {FieldError} error
 * @returns {boolean} whether the form has that field
 */
function showFieldError({ pointer, message }) {
  const name = pointer.split('/')[1] ?? '';
  const place = document.getElementById(`${name}-error`);
  if (!place) return false;
  place.textContent = [place.textContent, message].filter(Boolean).join('; ');
  document.getElementById(name)?.setAttribute('aria-invalid', 'true');
  const details = place.closest('details');
  if (details) details.open = true;
  return true;
}

function clearErrors() {
  for (const place of form.querySelectorAll('.error')) place.textContent = '';
  for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
}

/** @param {any} reconstruction the answer of the service */
async function showResult({ evidence_report_id, package: { href, bytes }, summary }) {
  for (const picture of pictures) URL.revokeObjectURL(picture);
  pictures = [];
  const heading = document.createElement('h2');
  heading.textContent = 'Done';
  const download = document.createElement('a');
  download.href = href;
  download.textContent = `Download the result (ZIP, ${(bytes / 1e6).toFixed(1)} MB)`;
  const facts = document.createElement('p');
  const size = summary.pixel_size_um;
  const sigma = summary.uncertainty.median_phase_sigma_rad;
  facts.textContent =
    `${summary.width_px} × ${summary.height_px} px of ${Number(size.x.toPrecision(4))} µm; ` +
    (sigma === null ? '' : `median uncertainty of the phase ${Number(sigma.toPrecision(2))} rad. `) +
    `Result ${evidence_report_id}`;
  result.replaceChildren(heading, download, facts, ...summary.flags.map(flag));
  result.hidden = false;
  result.scrollIntoView({ block: 'nearest' });
  const zip = await (await fetch(href)).arrayBuffer();
  for (const name of ['phase', 'amplitude']) {
    const png = storedFile(zip, `data/preview/${name}.png`);
    if (png) result.append(picture(png, name));
  }
}

/** @param {{ code: string, level: string, detail: string }} flag */
function flag({ level, detail }) {
  const note = document.createElement('p');
  note.className = `flag ${level}`;
  note.textContent = detail;
  return note;
}

/**
 * @param {ArrayBuffer} png
 * @param {string} name
 */
function picture(png, name) {
  const image = document.createElement('img');
  const url = URL.createObjectURL(new Blob([png], { type: 'image/png' }));
  pictures.push(url);
  image.src = url;
  image.alt = `${name} of the sample, with colour bar and scale bar`;
  return image;
}

/**
 * One file of a ZIP whose files are stored as they are, which result packages are.
 * @param {ArrayBuffer} zip
 * @param {string} path
 */
function storedFile(zip, path) {
  const view = new DataView(zip);
  const end = zip.byteLength - 22;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    if (new TextDecoder().decode(new Uint8Array(zip, at + 46, name)) === path) {
      const local = view.getUint32(at + 42, true);
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      return zip.slice(start, start + view.getUint32(at + 24, true));
    }
    at += 46 + name + extra + comment;
  }
  return null;
}

/** @param {string} id */
function element(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

import type { ShardLayout } from './shard.ts';

/** What an image of a sequence is and how its samples lie in space and time. */
export interface ZarrImage {
  readonly name: string;
  readonly layout: ShardLayout;
  /** µm */
  readonly pixelSizeUm: { readonly x: number; readonly y: number };
  /** s from one frame to the next; null: not known */
  readonly interval_s: number | null;
}

/** `zarr.json` of the image, OME-Zarr 0.5 (ngff.openmicroscopy.org/0.5): one resolution, axes t y x. */
export function imageMetadata({ name, pixelSizeUm: { x, y }, interval_s }: ZarrImage): string {
  const time = interval_s === null ? {} : { unit: 'second' };
  const space = { type: 'space', unit: 'micrometer' };
  const multiscale = {
    name,
    axes: [
      { name: 't', type: 'time', ...time },
      { name: 'y', ...space },
      { name: 'x', ...space },
    ],
    datasets: [{ path: '0', coordinateTransformations: [{ type: 'scale', scale: [interval_s ?? 1, y, x] }] }],
  };
  const attributes = { ome: { version: '0.5', multiscales: [multiscale] } };
  return json({ zarr_format: 3, node_type: 'group', attributes });
}

/** `0/zarr.json` of its samples (zarr-specs, core 3.0, with the sharding codec 1.0). */
export function arrayMetadata({ layout }: ZarrImage): string {
  const { frames, rows, cols, chunk, shard } = layout;
  const little = { name: 'bytes', configuration: { endian: 'little' } };
  return json({
    ...{ zarr_format: 3, node_type: 'array', shape: [frames, rows, cols], data_type: 'float32' },
    chunk_grid: {
      name: 'regular',
      configuration: { chunk_shape: [shard.frames, shard.rows, shard.cols] },
    },
    chunk_key_encoding: { name: 'default', configuration: { separator: '/' } },
    fill_value: 'NaN',
    codecs: [
      {
        name: 'sharding_indexed',
        configuration: {
          chunk_shape: [chunk.frames, chunk.rows, chunk.cols],
          codecs: [little],
          index_codecs: [little, { name: 'crc32c' }],
          index_location: 'end',
        },
      },
    ],
    attributes: {},
    dimension_names: ['t', 'y', 'x'],
  });
}

/** Where shard k lies, from the image's own folder. */
export function shardPath(k: number): string {
  return `0/c/${k}/0/0`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Every code a problem document can carry, with its status and title. Each has a page in `docs/problems`. */
export const problemCodes = {
  MALFORMED_REQUEST: { status: 400, title: 'The request can’t be read' },
  NOT_FOUND: { status: 404, title: 'There is nothing here' },
  RESULT_NOT_FOUND: { status: 404, title: 'There is no such result' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'This address does not know that method' },
  NOT_ACCEPTABLE: { status: 406, title: 'The answer does not exist in the format asked for' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'The upload is too large' },
  RANGE_NOT_SATISFIABLE: { status: 416, title: 'The file has no such bytes' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'The request’s format is not understood' },
  INVALID_INPUT: { status: 422, title: 'Some of the input is not valid' },
  HOLOGRAM_UNREADABLE: { status: 422, title: 'The file can’t be read' },
  HOLOGRAM_UNSUPPORTED: { status: 422, title: 'The file holds something that can’t be reconstructed' },
  FRAME_TOO_LARGE: { status: 422, title: 'The frame is too large' },
  SIDEBAND_NOT_FOUND: { status: 422, title: 'The hologram has no usable sideband' },
  INTERNAL_ERROR: { status: 500, title: 'Something went wrong here' },
  OVERLOADED: { status: 503, title: 'There is too much work at the moment' },
} as const;

export type HttpProblemCode = keyof typeof problemCodes;

interface Parameter {
  name: string;
  readonly in: string;
}

export interface Response {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, object>;
}

export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    required?: boolean;
    readonly content: Readonly<
      Record<string, { readonly schema: { readonly required?: readonly string[] } }>
    >;
  };
  readonly responses: Record<string, Response | Reference>;
}

export interface Reference {
  readonly $ref: string;
}

/** The parts of an OpenAPI document that are completed after the routes have given theirs. */
export interface Document {
  readonly paths?: Readonly<Record<string, Record<string, Operation>>>;
  components?: Record<string, Record<string, object>>;
}

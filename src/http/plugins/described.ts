interface Parameter {
  name: string;
  readonly in: string;
}

export interface Response {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, object>;
}

/** What is looked at of the schema of a body. */
export interface BodySchema {
  readonly type?: string;
  readonly format?: string;
  readonly additionalProperties?: boolean;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly default?: unknown;
}

export interface Body {
  readonly schema: BodySchema;
  readonly example?: unknown;
}

export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    required?: boolean;
    readonly content: Record<string, Body>;
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

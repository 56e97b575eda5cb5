/** The storage can't be used as it is set up, and waiting will not help: the operator has to change something. */
export class StorageRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageRefused';
  }
}

import type { HttpOptions, HttpServices } from '../../service/services.ts';
import type { MemoryBudget } from '../../upload/memory-budget.ts';

export interface SequencesDependencies {
  readonly services: HttpServices;
  readonly options: HttpOptions;
  readonly budget: MemoryBudget;
}

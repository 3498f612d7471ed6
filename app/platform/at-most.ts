/** For `LRUCache`: at most so many entries. Other than with its `max`, none takes memory before it has come. */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });

"""Look after the store and its files: status, sizes, copies, exports, and waiting work."""

// The path of the home page: `/`, or `/cards/` where the app is in a folder of a host. Static files lie two folders below it.

export const ROOT = new URL("../../../", import.meta.url).pathname;

"""The app in a browser, without a server: what takes its requests, and the build of the site."""

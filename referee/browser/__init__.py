"""The app in a browser, without a server: the bridge for its requests, and the build of the site."""

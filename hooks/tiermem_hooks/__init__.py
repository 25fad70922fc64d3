"""The behaviours of tiermem, each a small plugin as a third party would write it."""

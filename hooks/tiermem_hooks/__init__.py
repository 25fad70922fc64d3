"""The behaviours of tiermem, each a small plugin of the kind a third party would write."""

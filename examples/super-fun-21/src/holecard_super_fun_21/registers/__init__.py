"""The register of the game's rules, and our readings of them."""

"""The table over https: a certificate made here, and a door that takes the TLS off."""

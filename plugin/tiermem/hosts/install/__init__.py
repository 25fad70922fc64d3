"""Write into the configuration of hosts, and take it out again to the byte."""

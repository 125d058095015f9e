"""The live house: tables served to browsers, money and rounds kept in a database. Play chips only."""

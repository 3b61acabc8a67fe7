"""The reader of tables of square tiles that grow: no photo of them is known beforehand."""

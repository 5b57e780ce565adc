"""The games for programs: JSON under ``/api/v1/``, in the shapes of the project's formats."""

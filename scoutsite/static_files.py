"""Static files: found where they lie, and hashed and compressed once they are collected."""

from django.core.handlers.asgi import ASGIRequest
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


class CollectedStaticFiles(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, content with a site on which nothing was collected yet."""

    def stored_name(self, name: str) -> str:
        """Return the file's hashed name, or `name` itself while nothing is collected."""
        return super().stored_name(name) if self.hashed_files else name


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise, which streams files in a way that Django has to warn of under ASGI."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponseBase:
        """Answer with the file, in one piece under ASGI (all of them are small)."""
        response: FileResponse = WhiteNoiseMiddleware.serve(static_file, request)
        if not isinstance(request, ASGIRequest):
            return response
        whole = HttpResponse(response.getvalue(), status=response.status_code)
        del whole["Content-Type"]
        for name, value in response.items():
            whole[name] = value
        response.close()
        return whole

"""Static files, hashed and compressed once collected."""

from django.core.handlers.asgi import ASGIRequest
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


class CollectedStaticFiles(CompressedManifestStaticFilesStorage):
    """Works uncollected, too."""

    def stored_name(self, name: str) -> str:
        return super().stored_name(name) if self.hashed_files else name


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise without streaming, which Django discourages under ASGI."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponseBase:
        response: FileResponse = WhiteNoiseMiddleware.serve(static_file, request)
        if not isinstance(request, ASGIRequest):
            return response
        whole = HttpResponse(response.getvalue(), status=response.status_code)
        del whole["Content-Type"]
        for name, value in response.items():
            whole[name] = value
        response.close()
        return whole

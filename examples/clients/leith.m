function result = leith(hologram, parameters, url, key)
%LEITH Reconstruct a hologram with the Leith API and read the result (MATLAB R2020b or newer).
%
%   parameters = struct('holography_mode', 'off-axis', 'wavelength_um', 0.6328, ...
%                       'pixel_pitch_um', 3.45, 'z_mm', 5);
%   result = leith('off-axis.png', parameters);
%   imagesc(result.phase_rad), axis image, colorbar
%
%   url: of the service, http://127.0.0.1:8080 unless given
%   key: an API key; without one the reconstruction belongs to no account
%
%   result.phase_rad, .uncertainty_rad, .amplitude   rows x columns, single
%   result.pixel_size_um                             struct with x and y, in the sample
%   result.evidence                                  the evidence report
%   result.folder                                    the unpacked package

if nargin < 3, url = 'http://127.0.0.1:8080'; end
if nargin < 4, key = ''; end

import matlab.net.http.*
import matlab.net.http.io.*

% numbers with a point, in full
parts = {'hologram', FileProvider(hologram)};
for name = fieldnames(parameters)'
    value = parameters.(name{1});
    if isnumeric(value), value = sprintf('%.17g', value); end
    parts = [parts, name, {StringProvider(value)}]; %#ok<AGROW>
end

headers = HeaderField('Accept', 'application/zip');
address = [url '/public/reconstruct'];
if ~isempty(key)
    headers(end + 1) = HeaderField('Authorization', ['Bearer ' key]);
    address = [url '/reconstruct_pdhm'];
end
request = RequestMessage('POST', headers, MultipartFormProvider(parts{:}));
options = HTTPOptions('ConnectTimeout', 30, 'ResponseTimeout', 300, 'ConvertResponse', false);
response = request.send(address, options);
if response.StatusCode ~= StatusCode.OK
    problem = jsondecode(native2unicode(response.Body.Data(:)', 'UTF-8'));
    error('leith:refused', '%s: %s', problem.code, problem.detail);
end

result.folder = tempname;
archive = [result.folder '.zip'];
file = fopen(archive, 'w');
fwrite(file, response.Body.Data, 'uint8');
fclose(file);
unzip(archive, result.folder);
delete(archive);

data = fullfile(result.folder, 'data');
result.evidence = jsondecode(fileread(fullfile(data, 'evidence.json')));
result.phase_rad = imread(fullfile(data, 'phase.tif'));
result.uncertainty_rad = imread(fullfile(data, 'phase_uncertainty.tif'));
result.amplitude = imread(fullfile(data, 'amplitude.tif'));
outputs = result.evidence.outputs;
if iscell(outputs)
    isPhase = cellfun(@(one) endsWith(one.path, 'phase.tif'), outputs);
    result.pixel_size_um = outputs{find(isPhase, 1)}.pixel_size_um;
else
    isPhase = endsWith({outputs.path}, 'phase.tif');
    result.pixel_size_um = outputs(find(isPhase, 1)).pixel_size_um;
end
end

function result = leith(hologram, parameters, url, key)
%LEITH Reconstruct a hologram with the Leith API and read the result (MATLAB R2020b or newer, GNU Octave 7 or newer).
%
%   parameters = struct('holography_mode', 'off-axis', 'wavelength_um', 0.6328, ...
%                       'pixel_pitch_um', 3.45, 'z_mm', 5);
%   result = leith('off-axis.png', parameters);
%   imagesc(result.phase_rad), axis image, colorbar
%
%   url: of the service; unless given that in LEITH_URL, or else http://127.0.0.1:8080
%   key: an API key; without one the reconstruction belongs to no account
%
%   result: what open_package, which has to lie beside this file, reads out of the package

if nargin < 3, url = getenv('LEITH_URL'); end
if isempty(url), url = 'http://127.0.0.1:8080'; end
if nargin < 4, key = ''; end

% numbers with a point, in full
names = fieldnames(parameters);
values = struct2cell(parameters);
for k = find(cellfun(@isnumeric, values))', values{k} = sprintf('%.17g', values{k}); end

if isempty(key), path = '/public/reconstruct'; else, path = '/reconstruct_pdhm'; end
if isOctave()
    [status, body] = postWithCurl([url path], hologram, names, values, key);
else
    [status, body] = postWithMatlab([url path], hologram, names, values, key);
end
if status ~= 200
    problem = jsondecode(native2unicode(body(:)', 'UTF-8'));
    error('leith:refused', '%s: %s', problem.code, problem.detail);
end

archive = [tempname '.zip'];
file = fopen(archive, 'w');
fwrite(file, body, 'uint8');
fclose(file);
result = open_package(archive);
delete(archive);
end

function is = isOctave()
is = exist('OCTAVE_VERSION', 'builtin') ~= 0;
end

function [status, body] = postWithMatlab(address, hologram, names, values, key)
parts = {'hologram', matlab.net.http.io.FileProvider(hologram)};
for k = 1:numel(names)
    parts = [parts, names(k), {matlab.net.http.io.StringProvider(values{k})}]; %#ok<AGROW>
end
headers = matlab.net.http.HeaderField('Accept', 'application/zip');
if ~isempty(key), headers(2) = matlab.net.http.HeaderField('Authorization', ['Bearer ' key]); end
form = matlab.net.http.io.MultipartFormProvider(parts{:});
request = matlab.net.http.RequestMessage('POST', headers, form);
options = matlab.net.http.HTTPOptions('ConnectTimeout', 30, 'ResponseTimeout', 300, 'ConvertResponse', false);
response = request.send(address, options);
status = double(response.StatusCode);
body = response.Body.Data;
end

function [status, body] = postWithCurl(address, hologram, names, values, key)
% everything goes through a file, so that no shell reads it and nobody sees the key in the list of processes
folder = tempname;
mask = umask(77);
mkdir(folder);
umask(mask);
config = fullfile(folder, 'config');
answer = fullfile(folder, 'answer');
quoted = @(text) ['"' strrep(strrep(text, '\', '\\'), '"', '\"') '"'];
file = fopen(config, 'w');
fprintf(file, 'silent\nurl = %s\noutput = %s\n', quoted(address), quoted(answer));
fprintf(file, 'header = "Accept: application/zip"\nwrite-out = "%%{http_code}"\n');
if ~isempty(key), fprintf(file, 'header = %s\n', quoted(['Authorization: Bearer ' key])); end
fprintf(file, 'form = %s\n', quoted(['hologram=@' hologram]));
for k = 1:numel(names), fprintf(file, 'form-string = %s\n', quoted([names{k} '=' values{k}])); end
fclose(file);
[failed, said] = system(['curl -K ' config]);
confirm_recursive_rmdir(false, 'local');
if failed, rmdir(folder, 's'); error('leith:connection', '%s can not be reached: curl ended with %d.', address, failed); end
status = str2double(said);
file = fopen(answer);
body = fread(file, Inf, '*uint8');
fclose(file);
rmdir(folder, 's');
end

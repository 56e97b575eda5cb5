function result = open_package(package, folder)
%OPEN_PACKAGE Read a result package of Leith (MATLAB R2020b or newer, GNU Octave 7 or newer).
%
%   result = open_package('result.zip');
%   imagesc(result.x_um, result.y_um, result.phase_rad), axis image, colorbar
%   trusted = result.uncertainty_rad < 0.1;
%
%   package: the ZIP, or a folder that holds one unpacked
%   folder: where to unpack it; a temporary one unless given
%
%   result.phase_rad, .uncertainty_rad, .amplitude,
%   .phase_wrapped_rad, .height_nm, .phase_noise_rad   rows x columns, single; [] where the package has none
%   result.field                                       complex single; [] where there is none
%   result.pixel_size_um                               struct with x and y, in the sample
%   result.x_um, .y_um                                 where the pixels' centres are, from the upper left corner
%   result.evidence                                    the evidence report
%   result.folder                                      the unpacked package

if isfolder(package)
    result.folder = package;
else
    if nargin < 2, folder = tempname; end
    unzip(package, folder);
    result.folder = folder;
end

data = fullfile(result.folder, 'data');
result.evidence = jsondecode(fileread(fullfile(data, 'evidence.json')));
maps = {'phase_rad', 'phase'; 'uncertainty_rad', 'phase_uncertainty'; 'amplitude', 'amplitude'; ...
        'phase_wrapped_rad', 'phase_wrapped'; 'height_nm', 'height'; 'phase_noise_rad', 'phase_noise'};
for k = 1:size(maps, 1)
    result.(maps{k, 1}) = readMap(fullfile(data, [maps{k, 2} '.tif']));
end
result.field = readField(fullfile(data, 'field.npy'));

% a struct array where all outputs have the same fields, cells otherwise
outputs = result.evidence.outputs;
if ~iscell(outputs), outputs = num2cell(outputs); end
sized = cellfun(@(one) isstruct(one.pixel_size_um), outputs);
result.pixel_size_um = struct('x', NaN, 'y', NaN);
result.x_um = [];
result.y_um = [];
if any(sized)
    first = outputs{find(sized, 1)};
    result.pixel_size_um = first.pixel_size_um;
    result.x_um = ((1:first.shape(2)) - 0.5) * first.pixel_size_um.x;
    result.y_um = ((1:first.shape(1)) - 0.5) * first.pixel_size_um.y;
end
end

function map = readMap(path)
map = [];
if ~isfile(path), return, end
if exist('OCTAVE_VERSION', 'builtin') == 0, map = imread(path); return, end
% imread of Octave makes whole numbers of it: the maps are one strip of little-endian singles without compression
file = fopen(path, 'r', 'ieee-le');
fseek(file, 4);
fseek(file, fread(file, 1, 'uint32'));
for k = 1:fread(file, 1, 'uint16')
    tag = fread(file, 2, 'uint16');
    fseek(file, 4, 'cof');
    value = fread(file, 1, 'uint32');
    if tag(2) == 3, value = mod(value, 65536); end
    switch tag(1)
        case 256, columns = value;
        case 257, rows = value;
        case 273, offset = value;
    end
end
fseek(file, offset);
map = fread(file, [columns, rows], 'single=>single')';
fclose(file);
end

function field = readField(path)
% NPY: ten bytes, a header in Python's words, then real and imaginary part of every pixel, row by row
field = [];
if ~isfile(path), return, end
file = fopen(path, 'r', 'ieee-le');
fseek(file, 8);
header = fread(file, [1, fread(file, 1, 'uint16')], '*char');
shape = str2double(regexp(header, '\((\d+), (\d+)\)', 'tokens', 'once'));
if isempty(strfind(header, '<c8')) || numel(shape) ~= 2 %#ok<STREMP>
    fclose(file);
    error('leith:package', '%s is not a field as Leith writes it.', path);
end
values = fread(file, [2, prod(shape)], 'single=>single');
fclose(file);
field = reshape(complex(values(1, :), values(2, :)), fliplr(shape(:)')).';
end

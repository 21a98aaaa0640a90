// SPDX-License-Identifier: MIT
#include "csv_columns.hpp"

#include "metadata.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace malha {
namespace {

const std::string columns_setting = "workload.columns";

/// In the order of `CsvColumn`.
const std::vector<KnownField>& known_columns() {
  static const std::vector<std::string> texts{"text"};
  static const std::vector<KnownField> all{
      {"job", texts},           {"submit", date_forms}, {"run", duration_forms},   {"start", date_forms},
      {"end", date_forms},      {"nodes", count_forms}, {"limit", duration_forms}, {"user", texts},
      {"queue", texts},         {"account", texts},     {"group", texts},          {"partition", texts},
      {"qos", texts},           {"executable", texts},  {"name", texts},           {"after", texts},
      {"array", texts},         {"reservation", texts}, {"begin", date_forms},     {"hold", date_forms},
      {"deadline", date_forms}, {"constraint", texts},  {"nice", texts},           {"memory", memory_forms},
      {"gres", texts},          {"licences", texts},    {"type", texts},           {"min", count_forms},
      {"pref", count_forms},    {"max", count_forms},   {"work", duration_forms},  {"law", law_forms},
      {"parts", texts},         {"cost", texts},        {"asks", texts},           {"state", state_forms}};
  return all;
}

/// Whether the field has no column of its own in jobs.csv, so that metadata have it. Schedulers add the dates
/// of `begin`, `hold` and `deadline`, as they count in the run.
bool is_kept(const std::string& what) {
  static const std::set<std::string> kept{"account", "group",    "partition", "qos",         "executable",
                                          "name",    "after",    "array",     "reservation", "memory",
                                          "gres",    "licences", "state",     "constraint",  "nice"};
  return kept.count(what) > 0 || what.find('.') != std::string::npos;
}

/// The other valid forms of a field, for messages about a wrong form.
std::string other_forms(const MappedField& field) {
  for (const auto& known : known_columns())
    if (known.what == field.what && known.forms.size() > 1)
      return "; forms of " + field.what + ": " + listed(known.forms);
  return "";
}

} // namespace

CsvColumns::CsvColumns(CsvRows& rows, const std::string& file, const std::string& map,
                       const std::string& delimiter)
    : rows_(rows) {
  const auto fields =
      map.empty() ? std::vector<MappedField>{} : field_map(columns_setting, map, known_columns());
  find_delimiter(rows, file, delimiter, fields);
  if (map.empty())
    throw InputError(file + ": setting " + columns_setting +
                     " is missing, which says what its columns hold; valid: such as "
                     "submit:COLUMN:date,run:COLUMN,nodes:COLUMN; its columns: " +
                     listed(rows.names()));
  const auto& known = known_columns();
  for (const auto& field : fields) {
    const Place place{field, place_of(field, file)};
    if (is_kept(field.what))
      kept_.push_back(place);
    for (std::size_t i = 0; i < known.size(); ++i)
      if (known[i].what == field.what)
        columns_.at(i) = place;
  }
  check_whole(file);
}

void CsvColumns::find_delimiter(CsvRows& rows, const std::string& file, const std::string& setting,
                                const std::vector<MappedField>& map) {
  if (const auto named = delimiter_named(setting)) {
    rows.split_at(*named);
    return;
  }
  std::vector<std::string> columns;
  for (const auto& field : map)
    columns.push_back(field.where);
  const auto found = delimiters_in(rows.header(), columns);
  if (found.size() > 1 && !map.empty()) {
    std::vector<std::string> words;
    for (const char one : found)
      words.push_back("workload.delimiter=" + name_of_delimiter(one));
    throw InputError(file + ":1: has the columns that " + columns_setting +
                     " names under several delimiters; valid: " + listed(words));
  }
  rows.split_at(found.front());
  if (found.front() != ',')
    found_delimiter_ = name_of_delimiter(found.front());
}

void CsvColumns::check_whole(const std::string& file) const {
  const std::string begin = file + ": setting " + columns_setting;
  const auto check_has = [&](CsvColumn needed, const std::string& name) {
    if (!has(needed))
      throw InputError(begin + " names no column for '" + name + "'; valid: " + name + ":COLUMN");
  };
  check_has(CsvColumn::submit, "submit");
  if (has(CsvColumn::nodes) && has(CsvColumn::pref))
    throw InputError(begin +
                     " names both 'nodes' and 'pref', which are one; valid: pref:COLUMN, or nodes:COLUMN");
  const bool has_min = has(CsvColumn::min), has_max = has(CsvColumn::max);
  if (has_min != has_max && !has(CsvColumn::pref) && !has(CsvColumn::nodes))
    throw InputError(begin + " names no column for 'nodes'; valid: nodes:COLUMN, or pref:COLUMN, or both "
                             "min:COLUMN and max:COLUMN");
  if (!has(CsvColumn::pref) && !has_min)
    check_has(CsvColumn::nodes, "nodes");
  check_sizes_are_said(begin);
  const bool has_start = has(CsvColumn::start), has_end = has(CsvColumn::end);
  const bool says_times = has(CsvColumn::run) ? !has_start && !has_end : has_start && has_end;
  if (!says_times && (!has(CsvColumn::work) || has(CsvColumn::run) || has_start || has_end))
    throw InputError(begin + " must say once how long jobs ran; valid: run:COLUMN, or both start:COLUMN and "
                             "end:COLUMN, or work:COLUMN");
}

/// What is about sizes has no effect unless something says which sizes jobs have.
void CsvColumns::check_sizes_are_said(const std::string& begin) const {
  for (const auto one : {CsvColumn::type, CsvColumn::min, CsvColumn::max, CsvColumn::work})
    if (has(one))
      return;
  for (const auto one : {CsvColumn::law, CsvColumn::parts, CsvColumn::cost, CsvColumn::asks})
    if (has(one))
      throw InputError(begin + " names '" + place(one)->field.what +
                       "', and nothing says which sizes jobs have; valid: type:COLUMN, or both min:COLUMN "
                       "and max:COLUMN");
}

std::size_t CsvColumns::place_of(const MappedField& field, const std::string& file) const {
  const auto& names = rows_.names();
  const auto found = std::find(names.begin(), names.end(), field.where);
  if (found == names.end())
    throw InputError(file + ":1: has no column '" + field.where + "', which " + columns_setting +
                     " names for '" + field.what + "'; valid: " + listed(names));
  if (std::find(found + 1, names.end(), field.where) != names.end())
    throw InputError(file + ":1: has column '" + field.where + "' twice, which " + columns_setting +
                     " names for '" + field.what + "'; valid: once");
  return static_cast<std::size_t>(found - names.begin());
}

const CsvColumns::Place* CsvColumns::place(CsvColumn what) const {
  const auto& found = columns_.at(static_cast<std::size_t>(what));
  return found ? &*found : nullptr;
}

const std::string& CsvColumns::form(CsvColumn what) const { return place(what)->field.form; }

/// "" where it is unknown.
std::string_view CsvColumns::value(const Place& place) const {
  const auto text = rows_.cell(place.at);
  return is_unknown(text) ? "" : text;
}

void CsvColumns::refuse(const Place& place, const std::string& valid) const {
  const auto column = "column '" + place.field.where + "' (" + place.field.what + ")";
  rows_.bad_row(column + " is " + quoted(without_blanks(rows_.cell(place.at))) + "; valid: " + valid, column);
}

void CsvColumns::refuse(CsvColumn what, const std::string& valid) const { refuse(*place(what), valid); }

std::string_view CsvColumns::text(CsvColumn what) const {
  const auto* column = place(what);
  if (column == nullptr)
    return "";
  const auto found = value(*column);
  if (std::any_of(found.begin(), found.end(), [](unsigned char c) { return c < ' ' || c == 127; }))
    refuse(*column, "a text without ends of lines and other control characters");
  return found;
}

template <class Value>
std::optional<Value> CsvColumns::read(CsvColumn what, std::optional<Value> (*in)(std::string_view,
                                                                                 const std::string&)) const {
  const auto* column = place(what);
  const auto text = column == nullptr ? "" : value(*column);
  if (text.empty() || is_unknown_number(text))
    return std::nullopt;
  const auto read = in(text, column->field.form);
  if (!read)
    refuse(*column, valid_in(column->field.form) + other_forms(column->field));
  return read;
}

std::optional<TraceDate> CsvColumns::date(CsvColumn what) const { return read(what, date_in); }

std::optional<Seconds> CsvColumns::duration(CsvColumn what) const { return read(what, duration_in); }

std::optional<int> CsvColumns::count(CsvColumn what) const { return read(what, count_in); }

std::optional<Bytes> CsvColumns::memory(CsvColumn what) const { return read(what, memory_in); }

EndState CsvColumns::state() const {
  const auto word = text(CsvColumn::state);
  if (word.empty())
    return EndState::unknown;
  const auto number = parse_number<double>(word);
  if (!number)
    return state_in(word);
  const auto& column = *place(CsvColumn::state);
  const auto state = column.field.form == "swf" ? swf_state(*number) : slurm_state(*number);
  if (!state)
    refuse(column, valid_in(column.field.form) + other_forms(column.field));
  return *state;
}

bool CsvColumns::has_slurm_number() const {
  const auto* column = place(CsvColumn::state);
  return column != nullptr && column->field.form == "slurm" && parse_number<double>(value(*column));
}

std::string CsvColumns::metadata() const {
  std::string metadata;
  for (const auto& column : kept_) {
    const auto text = value(column);
    if (!text.empty() &&
        !append_metadata(metadata, column.field.what + "=" + metadata_text(std::string(text))))
      refuse(column, "metadata of at most " + std::to_string(longest_metadata) + " characters");
  }
  return metadata;
}

} // namespace malha

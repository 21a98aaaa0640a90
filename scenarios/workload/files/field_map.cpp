// SPDX-License-Identifier: MIT
#include "field_map.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/split.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace malha {

const std::vector<std::string> date_forms{"s", "ms", "min", "h", "date", "epoch", "epoch_ms"};
const std::vector<std::string> duration_forms{"s", "ms", "min", "h", "hms"};
const std::vector<std::string> count_forms{"count", "NxC"};
const std::vector<std::string> memory_forms{"mib", "gib", "bytes"};
const std::vector<std::string> state_forms{"slurm", "swf"};
const std::vector<std::string> law_forms{"text", "amdahl", "power"};

namespace {

const std::string kept_prefix = "job."; ///< what is kept in the metadata begins with it

bool is_name(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
  });
}

std::vector<std::string> names_of(const std::vector<KnownField>& known) {
  std::vector<std::string> names;
  for (const auto& field : known)
    names.push_back(field.what);
  names.push_back(kept_prefix + "NAME");
  return names;
}

/// The forms of a field; nothing where a map cannot name it.
std::vector<std::string> forms_of(const std::string& what, const std::vector<KnownField>& known) {
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const auto& field) { return field.what == what; });
  if (found != known.end())
    return found->forms;
  const bool is_kept = what.rfind(kept_prefix, 0) == 0 && is_name(what.substr(kept_prefix.size()));
  return is_kept ? std::vector<std::string>{"text"} : std::vector<std::string>{};
}

MappedField mapped(const std::string& setting, const std::string& entry, const std::vector<KnownField>& known,
                   std::set<std::string>& seen) {
  const std::string begin = "setting " + setting + ": '" + entry + "' ";
  const auto parts = split(entry, ':');
  if (parts.size() < 2 || parts.size() > 3 || parts[1].empty())
    throw InputError(begin + "is no entry of a field map; valid: FIELD:WHERE or FIELD:WHERE:FORM, with ',' "
                             "between entries");
  const auto forms = forms_of(parts[0], known);
  if (forms.empty())
    throw InputError(begin + "names no field that is known; valid: " + listed(names_of(known)));
  if (!seen.insert(parts[0]).second)
    throw InputError(begin + "names field '" + parts[0] + "' for the second time; valid: each field once");
  const auto form = parts.size() == 3 ? parts[2] : forms.front();
  if (std::find(forms.begin(), forms.end(), form) == forms.end())
    throw InputError(begin + "has form '" + form + "'; valid for " + parts[0] + ": " + listed(forms));
  return {parts[0], parts[1], form};
}

} // namespace

std::vector<MappedField> field_map(const std::string& setting, const std::string& text,
                                   const std::vector<KnownField>& known) {
  std::vector<MappedField> map;
  std::set<std::string> seen;
  for (const auto& entry : split(text, ','))
    map.push_back(mapped(setting, entry, known, seen));
  return map;
}

} // namespace malha

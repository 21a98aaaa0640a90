// SPDX-License-Identifier: MIT
#include "account_rows.hpp"

#include "csv_delimiter.hpp"
#include "field_values.hpp"
#include "line_reader.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/near_names.hpp"
#include "policies/sdk/plain_text.hpp"

#include <boost/algorithm/string/predicate.hpp>

#include <algorithm>
#include <optional>

namespace malha {
namespace {

using KeyNames = std::vector<std::string>;

/// Keys of all rows but Parent. Some have two names: older versions of Slurm wrote another one.
const KeyNames keys_of_associations{"FairShare",
                                    "Shares",
                                    "DefaultQOS",
                                    "GrpCPUMins",
                                    "GrpCPURunMins",
                                    "GrpCPUs",
                                    "GrpJobs",
                                    "GrpJobsAccrue",
                                    "GrpMemory",
                                    "GrpNodes",
                                    "GrpSubmitJobs",
                                    "GrpTRES",
                                    "GrpTRESMins",
                                    "GrpTRESRunMins",
                                    "GrpWall",
                                    "MaxCPUMins",
                                    "MaxCPUMinsPerJob",
                                    "MaxCPURunMins",
                                    "MaxCPUs",
                                    "MaxCPUsPerJob",
                                    "MaxJobs",
                                    "MaxJobsAccrue",
                                    "MaxNodes",
                                    "MaxNodesPerJob",
                                    "MaxSubmitJobs",
                                    "MaxTRES",
                                    "MaxTRESPerJob",
                                    "MaxTRESMins",
                                    "MaxTRESMinsPerJob",
                                    "MaxTRESPerNode",
                                    "MaxTRESRunMins",
                                    "MaxWall",
                                    "MaxWallDurationPerJob",
                                    "MinPrioThreshold",
                                    "Priority",
                                    "QOS"};

KeyNames with_keys_of_associations(KeyNames keys) {
  keys.insert(keys.end(), keys_of_associations.begin(), keys_of_associations.end());
  return keys;
}

/// The words by which rows begin, and the keys that may be in such a row.
const std::map<std::string, KeyNames> keys_of_rows{
    {"Cluster", with_keys_of_associations({"Classification"})},
    {"Parent", {}},
    {"Account", with_keys_of_associations({"Description", "Organization"})},
    {"User", with_keys_of_associations(
                 {"AdminLevel", "Coordinator", "DefaultAccount", "DefaultWCKey", "Partition", "WCKeys"})}};

/// The name as it is spelled in `names`; nothing where it is none of them.
std::optional<std::string> spelled(std::string_view name, const KeyNames& names) {
  for (const auto& one : names)
    if (boost::iequals(one, name))
      return one;
  return std::nullopt;
}

/// Takes one row apart.
class AccountRowScanner {
public:
  AccountRowScanner(const LineReader& lines, std::string_view text) : lines_(lines), rest_(text) {}

  AccountRow row() {
    AccountRow row;
    row.line = lines_.line();
    row.word = word();
    row.name = text("the name");
    if (row.name.empty())
      fail("has an empty name; valid: " + row.word + " - 'name'");
    if (const auto what = forbidden_in(row.name, true))
      fail("its name holds " + *what + "; valid: text");
    while (!rest_.empty())
      take_value(row);
    return row;
  }

private:
  std::string word() {
    const auto end = std::min(rest_.find_first_of(" \t-"), rest_.size());
    KeyNames words;
    for (const auto& [name, keys] : keys_of_rows)
      words.push_back(name);
    const std::string given(rest_.substr(0, end));
    const auto found = spelled(given, words);
    if (!found)
      fail("begins with " + malha::quoted(given) + "; valid: " + listed(words));
    rest_ = without_blanks(rest_.substr(end));
    if (rest_.empty() || rest_.front() != '-')
      fail("is cut behind '" + *found + "'; valid: " + *found + " - 'name'");
    rest_ = without_blanks(rest_.substr(1));
    return *found;
  }

  /// The text up to the next ':', which is passed over. In quotes it may hold colons, and quotes: the last
  /// one stands before a ':' or at the end of the row.
  std::string text(const std::string& what) {
    const char quote = rest_.empty() ? ' ' : rest_.front();
    std::size_t begin = 0, end = std::min(rest_.find(':'), rest_.size()), after = end;
    if (quote == '\'' || quote == '"') {
      begin = 1;
      end = rest_.find(quote, 1);
      while (end != std::string_view::npos && end + 1 < rest_.size() && rest_[end + 1] != ':')
        end = rest_.find(quote, end + 1);
      if (end == std::string_view::npos)
        fail("is cut: " + what + " has a quote without an end; valid: a closing quote");
      after = end + 1;
    } else if (end == 0)
      fail("is cut: " + what + " is missing; valid: Word - 'name':Key=value");
    const std::string found(rest_.substr(begin, end - begin));
    if (after + 1 == rest_.size()) // a ':' behind which nothing comes
      fail("is cut: it ends in ':'; valid: Word - 'name':Key=value");
    rest_.remove_prefix(std::min(after + 1, rest_.size()));
    return found;
  }

  void take_value(AccountRow& row) {
    const auto equals = rest_.find('=');
    const auto given = rest_.substr(0, std::min({equals, rest_.find(':'), rest_.size()}));
    if (equals == std::string_view::npos || given.size() < equals)
      fail("is cut: " + malha::quoted(given) + " has no value; valid: Key=value");
    const auto& keys = keys_of_rows.at(row.word);
    const auto key = spelled(given, keys);
    if (!key)
      fail("unknown key " + malha::quoted(given) + " of a row " + row.word +
           instead_of(std::string(given), keys));
    rest_.remove_prefix(equals + 1);
    if (!row.values.emplace(*key, text("the value of '" + *key + "'")).second)
      fail("has '" + *key + "' twice; valid: once");
  }

  [[noreturn]] void fail(const std::string& what) const { lines_.fail(what); }

  const LineReader& lines_;
  std::string_view rest_;
};

} // namespace

std::vector<AccountRow> read_account_rows(const std::filesystem::path& file) {
  LineReader lines(file);
  std::vector<AccountRow> rows;
  while (auto line = lines.next()) {
    if (!line->empty() && line->back() == '\r')
      line->remove_suffix(1);
    const auto text = without_blanks(*line);
    if (!text.empty() && text.front() != '#')
      rows.push_back(AccountRowScanner(lines, text).row());
  }
  return rows;
}

} // namespace malha

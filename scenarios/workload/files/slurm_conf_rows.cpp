// SPDX-License-Identifier: MIT
#include "slurm_conf_rows.hpp"

#include "csv_delimiter.hpp"
#include "field_values.hpp"
#include "line_reader.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/plain_text.hpp"

#include <boost/algorithm/string/predicate.hpp>

#include <algorithm>

namespace malha {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_conf_files = 1000; ///< that are included; more is a mistake
constexpr std::size_t longest_conf_row = 1 << 20;

/// The text up to a comment; "\#" is a '#'.
std::string without_comment(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size() && line[i] != '#'; ++i) {
    i += line.substr(i, 2) == "\\#" ? 1 : 0;
    text += line[i];
  }
  return text;
}

/// Takes the pairs of a row from its beginning.
class PairScanner {
public:
  PairScanner(std::string_view text, const std::string& place) : rest_(without_blanks(text)), place_(place) {}

  bool is_at_end() const { return rest_.empty(); }
  std::pair<std::string, std::string> pair() {
    const auto end = std::min(rest_.find_first_of("= \t"), rest_.size());
    const std::string key(rest_.substr(0, end));
    rest_ = without_blanks(rest_.substr(end));
    if (key.empty() || rest_.empty() || rest_.front() != '=')
      throw InputError(place_ + ": " + malha::quoted(key) + " has no '='; valid: Key=value");
    rest_ = without_blanks(rest_.substr(1));
    return {key, value(key)};
  }

private:
  std::string value(const std::string& key) {
    const bool is_quoted = !rest_.empty() && rest_.front() == '"';
    const auto begin = is_quoted ? std::size_t{1} : 0;
    auto end = is_quoted ? rest_.find('"', 1) : rest_.find_first_of(" \t");
    if (is_quoted && end == std::string_view::npos)
      throw InputError(place_ + ": the value of " + malha::quoted(key) +
                       " has a quote without an end; valid: a closing quote");
    end = std::min(end, rest_.size());
    std::string found(rest_.substr(begin, end - begin));
    if (found.empty())
      throw InputError(place_ + ": " + malha::quoted(key) + " has no value; valid: Key=value");
    rest_ = without_blanks(rest_.substr(std::min(end + begin, rest_.size())));
    return found;
  }

  std::string_view rest_;
  const std::string& place_;
};

class ConfReader {
public:
  explicit ConfReader(const fs::path& file) : folder_(file.parent_path()) {}

  void read(const fs::path& file) {
    if (++files_ > most_conf_files)
      throw InputError(file.string() + ": is included after " + std::to_string(most_conf_files) +
                       " other files; valid: fewer");
    open_.push_back(fs::weakly_canonical(file));
    LineReader lines(file);
    std::string text, place;
    while (const auto line = lines.next()) {
      if (place.empty())
        place = file.string() + ":" + std::to_string(lines.line());
      if (const auto what = forbidden_in(*line, false))
        lines.fail("holds " + *what + "; valid: text");
      auto piece = without_comment(line->substr(0, line->find_last_not_of('\r') + 1));
      const bool goes_on = !piece.empty() && piece.back() == '\\';
      if (goes_on)
        piece.pop_back();
      text += piece;
      if (text.size() > longest_conf_row)
        lines.fail("ends a row of more than " + std::to_string(longest_conf_row) +
                   " characters; valid: a shorter one");
      if (goes_on)
        continue;
      take(text, place);
      text.clear();
      place.clear();
    }
    take(text, place); // of a file whose last line ends in '\'
    open_.pop_back();
  }

  std::vector<SlurmConfRow> rows;

private:
  void take(const std::string& text, const std::string& place) {
    const auto row = without_blanks(text);
    if (row.empty())
      return;
    if (boost::algorithm::istarts_with(row, "Include") && row.size() > 7 &&
        (row[7] == ' ' || row[7] == '\t')) {
      include(std::string(without_blanks(row.substr(7))), place);
      return;
    }
    rows.push_back({place, {}});
    for (PairScanner scanner(row, place); !scanner.is_at_end();)
      rows.back().values.push_back(scanner.pair());
    const auto& [key, value] = rows.back().values.front();
    if (boost::iequals(key, "ClusterName"))
      cluster_ = value;
  }

  void include(std::string name, const std::string& place) {
    for (auto at = name.find("%c"); at != std::string::npos; at = name.find("%c", at + cluster_.size()))
      name.replace(at, 2, cluster_);
    const fs::path file = folder_ / name; // which is `name` where that begins with '/'
    std::error_code unknown;
    if (!fs::is_regular_file(file, unknown))
      throw InputError(place + ": Include: there is no file " + file.string() +
                       "; valid: a file beside the first one, or a whole path");
    if (std::find(open_.begin(), open_.end(), fs::weakly_canonical(file)) != open_.end())
      throw InputError(place + ": Include: " + file.string() + " includes itself; valid: another file");
    read(file);
  }

  fs::path folder_; ///< of the first file
  std::vector<fs::path> open_;
  std::size_t files_ = 0;
  std::string cluster_;
};

} // namespace

std::vector<SlurmConfRow> read_slurm_conf_rows(const fs::path& file) {
  ConfReader reader(file);
  reader.read(file);
  return std::move(reader.rows);
}

} // namespace malha

// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/linked_parts.hpp"
#include "scenario_file.hpp"

namespace malha {

class ClaimedValues; // scenarios/verdicts/claimed_values.hpp

/// What a claim says, as its rule has read it.
class Statement {
public:
  virtual ~Statement() = default;
  /// Whether it holds for those values. Sets `ours` and `numbers` of the verdict. Throws Unchecked.
  virtual bool holds(ClaimedValues& values, Verdict& verdict) const = 0;
};

/// Which points a series has.
struct SeriesRange {
  std::string over;                  ///< the varied parameter, or "run"; "": each cell is a point
  std::optional<double> from, up_to; ///< which values of the parameter
  std::vector<std::string> runs;     ///< over runs: which of them; empty: all
};

/// A <claim> while its rule reads it. Every function throws InputError (file and line).
class ClaimReader {
public:
  ClaimReader(const ScenarioFile& file, const pugi::xml_node& node) : file_(file), node_(node) {}

  bool has(const char* attribute) const { return static_cast<bool>(node_.attribute(attribute)); }
  std::string text(const char* attribute) const { return file_.xml.required(node_, attribute); }
  double number(const char* attribute) const { return file_.number(node_, attribute); }
  std::optional<double> optional_number(const char* attribute) const;
  /// A word that must be one of the valid ones.
  std::string one_of(const char* attribute, const std::vector<std::string>& valid) const {
    return file_.one_of(node_, attribute, text(attribute), valid);
  }
  [[noreturn]] void fail(const std::string& what) const { file_.xml.fail(node_, what); }
  /// For a claim that says nothing which a rule could check.
  [[noreturn]] void fail_without_statement() const;
  /// The unit of the claim's metric. All cells of a claim have metrics of that unit.
  std::string unit() const { return file_.metric_spec(node_).unit; }

  /// The cell that the attribute names, or the mean over some. It may name a metric of its own, `metric=…`.
  CellFilter cell(const char* attribute) const;
  /// Two different ones.
  std::pair<CellFilter, CellFilter> cells(const char* one, const char* other) const;
  /// A series of at least two points, over a parameter or over runs: `over`, `from`, `up_to` and `runs`.
  std::pair<CellFilter, SeriesRange> series(const char* attribute) const;
  /// A series of at least two points along numbers: `over`, `from` and `up_to`.
  std::pair<CellFilter, SeriesRange> series_of_numbers(const char* attribute) const;

  struct TwoSeries {
    CellFilter one, other;
    SeriesRange range;
  };
  /// Two different series along the same numbers: `over`, `from` and `up_to`.
  TwoSeries two_series(const char* one, const char* other) const;

private:
  CellFilter filter(const char* attribute) const;
  SeriesRange range(bool in_numbers) const;
  void check_points(bool in_numbers, const SeriesRange& range) const;
  std::vector<std::string> runs(const SeriesRange& range) const;
  void check_series(const CellFilter& filter, SeriesRange& range) const;

  const ScenarioFile& file_;
  const pugi::xml_node& node_;
};

/// A rule by which claims are checked. One file in scenarios/verdicts/claims/ is one rule: it ends with
/// MALHA_CLAIM.
struct ClaimRule {
  std::string name;                    ///< the attribute by which a claim chooses the rule: "less"
  std::vector<std::string> attributes; ///< all that a claim of the rule may have: `name` among them
  std::string usage;                   ///< as messages name it: "less and than"
  std::string example;                 ///< as the list of rules shows it, in Markdown
  std::string holds_when;              ///< half a sentence, in Markdown
  std::shared_ptr<const Statement> (*read)(const ClaimReader& claim);
  int place = last_place; ///< in lists; a claim that has the attributes of two rules has the first one
};

/// For `read` of a rule whose statement is constructible from the reader.
template <class Said>
std::shared_ptr<const Statement> statement(const ClaimReader& claim) {
  return std::make_shared<const Said>(claim);
}

/// The rules as a table in Markdown.
void print_claim_rules(std::ostream& out);

} // namespace malha

/// MALHA_CLAIM("name", {"name", "other attributes"…}, "usage", "example", "holds when", function, place)
#define MALHA_CLAIM(...) MALHA_LINKED_PART(malha::ClaimRule{__VA_ARGS__})

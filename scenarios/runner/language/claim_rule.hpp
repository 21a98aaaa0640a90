// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/linked_parts.hpp"
#include "scenario_file.hpp"

namespace malha {

class ClaimedValues; // scenarios/runner/verdicts/claimed_values.hpp

/// What a claim says, once its rule has read it.
class Statement {
public:
  virtual ~Statement() = default;
  /// Whether the claim holds for these values. Sets `ours` and `numbers` of the verdict. Throws Unchecked
  /// when a value is missing.
  virtual bool holds(ClaimedValues& values, Verdict& verdict) const = 0;
};

/// Says which points a series has.
struct SeriesRange {
  std::string over;                  ///< the varied parameter, or "run"; "": each cell is a point of its own
  std::optional<double> from, up_to; ///< bounds of the parameter's values
  std::vector<std::string> runs;     ///< for a series over runs, the runs; empty: all
};

/// A <claim> while its rule reads it. Every function throws InputError, with file and line.
class ClaimReader {
public:
  /// `each` are settings that all cells of the claim have.
  ClaimReader(const ScenarioFile& file, const pugi::xml_node& node, Settings each = {})
      : file_(file), node_(node), each_(std::move(each)) {}

  bool has(const char* attribute) const { return static_cast<bool>(node_.attribute(attribute)); }
  std::string text(const char* attribute) const { return file_.xml.required(node_, attribute); }
  double number(const char* attribute) const { return file_.number(node_, attribute); }
  std::optional<double> optional_number(const char* attribute) const;
  /// A word that must be one of the valid ones.
  std::string one_of(const char* attribute, const std::vector<std::string>& valid) const {
    return file_.one_of(node_, attribute, text(attribute), valid);
  }
  [[noreturn]] void fail(const std::string& what) const { file_.xml.fail(node_, what); }
  /// Refuses a claim that has no statement which a rule could check.
  [[noreturn]] void fail_without_statement() const;
  /// The unit of the claim's metric. All cells of a claim have metrics of that unit.
  std::string unit() const { return file_.metric_spec(node_).unit; }

  /// The cell that the attribute names, or the mean over some. It may name a metric of its own, `metric=…`.
  CellFilter cell(const char* attribute) const;
  /// The cells that two attributes name. They must differ.
  std::pair<CellFilter, CellFilter> cells(const char* one, const char* other) const;
  /// A series of at least two points, over a parameter or over runs. Attributes `over`, `from`, `up_to` and
  /// `runs` say which.
  std::pair<CellFilter, SeriesRange> series(const char* attribute) const;
  /// A series of at least two points along numbers: `over`, `from` and `up_to`.
  std::pair<CellFilter, SeriesRange> series_of_numbers(const char* attribute) const;

  struct TwoSeries {
    CellFilter one, other;
    SeriesRange range;
  };
  /// Two different series over the same numbers. Attributes `over`, `from` and `up_to` say which.
  TwoSeries two_series(const char* one, const char* other) const;

private:
  CellFilter filter(const char* attribute) const;
  SeriesRange range(bool in_numbers) const;
  void check_points(bool in_numbers, const SeriesRange& range) const;
  std::vector<std::string> runs(const SeriesRange& range) const;
  void check_series(const CellFilter& filter, SeriesRange& range) const;

  const ScenarioFile& file_;
  const pugi::xml_node& node_;
  Settings each_;
};

/// A rule by which claims are checked. One file in scenarios/runner/verdicts/claims/, or of a plugin, is one
/// rule: it ends with MALHA_CLAIM.
struct __attribute__((visibility("default"))) ClaimRule {
  static constexpr const char* kind = "claim rule";

  std::string name;                    ///< the attribute by which a claim chooses the rule, such as "less"
  std::vector<std::string> attributes; ///< all that a claim of the rule may have, with `name` among them
  std::string usage;                   ///< the attributes as messages name them: "less and than"
  std::string example;                 ///< an example for the list of rules, in Markdown
  std::string holds_when;              ///< when a claim holds: half a sentence, in Markdown
  std::shared_ptr<const Statement> (*read)(const ClaimReader& claim);
  int place = last_place; ///< place in lists; a claim with the attributes of two rules belongs to the first
};

/// Makes a statement that is constructible from the reader. It is for `ClaimRule::read`.
template <class Said>
std::shared_ptr<const Statement> statement(const ClaimReader& claim) {
  return std::make_shared<const Said>(claim);
}

/// Prints the rules as a table in Markdown.
void print_claim_rules(std::ostream& out);

} // namespace malha

/// MALHA_CLAIM("name", {"name", "other attributes"…}, "usage", "example", "holds when", function, place)
#define MALHA_CLAIM(...) MALHA_LINKED_PART(malha::ClaimRule{__VA_ARGS__})

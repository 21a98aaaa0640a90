// SPDX-License-Identifier: MIT
#include "slurm_qos.hpp"

#include "bad_row.hpp"
#include "csv_rows.hpp"
#include "field_values.hpp"
#include "policies/sdk/near_names.hpp"
#include "policies/sdk/plain_text.hpp"
#include "slurm_limits.hpp"
#include "slurm_values.hpp"

#include <boost/algorithm/string/predicate.hpp>

#include <functional>

namespace malha {
namespace {

using cluster::Qos;

/// Reads one column, whose text is not empty, into a QOS.
using TakesQosValue = std::function<void(Qos&, const SlurmValue&)>;

/// -1 is the default.
double qos_factor(const SlurmValue& value) { return value.text() == "-1" ? 1 : value.real(); }

const std::map<std::string, TakesQosValue>& columns_of_qos() {
  constexpr std::int64_t most_priority = 4294967295;
  static const std::map<std::string, TakesQosValue> own{
      {"Name", [](Qos&, const SlurmValue&) {}}, // it is read first
      {"Priority", [](Qos& qos, const SlurmValue& value) { qos.priority = value.whole(0, most_priority); }},
      {"GraceTime",
       [](Qos& qos, const SlurmValue& value) {
         const bool is_plain = value.text().find_first_of(":-") == std::string::npos;
         qos.grace_time = is_plain ? value.seconds() : value.time();
       }},
      {"PreemptExemptTime",
       [](Qos& qos, const SlurmValue& value) {
         const auto time = value.time();
         qos.preempt_exempt_time = time < never ? time : 0; // -1: not set
       }},
      {"Preempt", [](Qos& qos, const SlurmValue& value) { qos.preempts = value.set(); }},
      {"UsageFactor", [](Qos& qos, const SlurmValue& value) { qos.usage_factor = qos_factor(value); }},
      {"LimitFactor", [](Qos& qos, const SlurmValue& value) { qos.limit_factor = qos_factor(value); }}};
  static const auto all = [] {
    auto columns = own;
    for (const auto& named : limits_of_qos())
      columns.emplace(named.name, [&named](Qos& qos, const SlurmValue& value) {
        set_limit(qos.limits, named, value.text());
      });
    return columns;
  }();
  return all;
}

/// Columns that Slurm prints, and that have no effect.
const std::vector<std::string> idle_columns_of_qos{"Description",
                                                   "Descr",
                                                   "ID",
                                                   "GrpJobsAccrue",
                                                   "MaxJobsAccruePA",
                                                   "MaxJobsAccruePU",
                                                   "MaxTRESRunMinsPA",
                                                   "MaxTRESRunMinsPU",
                                                   "MinPrioThreshold",
                                                   "MinPrioThres",
                                                   "UsageThreshold",
                                                   "UsageThres"};

const std::map<std::string, bool Qos::*> flags_of_qos{{"DenyOnLimit", &Qos::deny_on_limit},
                                                      {"NoReserve", &Qos::no_reserve},
                                                      {"NoDecay", &Qos::no_decay},
                                                      {"OverPartQOS", &Qos::over_part_qos},
                                                      {"PartitionMaxNodes", &Qos::ignores_max_nodes},
                                                      {"PartitionMinNodes", &Qos::ignores_min_nodes},
                                                      {"PartitionTimeLimit", &Qos::ignores_max_time}};

const std::vector<std::string> idle_flags_of_qos{"EnforceUsageThreshold", "RequiresReservation",
                                                 "UsageFactorSafe"};

class QosReader {
public:
  explicit QosReader(const std::filesystem::path& file) : file_(file.string()), rows_(file, Quotes::none) {
    rows_.split_at('|');
    for (const auto& written : rows_.names())
      take_column(written);
    if (!name_column_)
      throw InputError(file_ + ":1: has no column Name; valid: what sacctmgr -P show qos prints");
  }

  QosFile read() {
    while (rows_.next())
      take_row();
    if (file_said_.qos.empty())
      throw InputError(file_ + ": has no QOS; valid: what sacctmgr -P show qos prints");
    check_preempted();
    for (const auto& [key, rows] : idle_)
      file_said_.without_effect.push_back({key, rows});
    return std::move(file_said_);
  }

private:
  void take_column(const std::string& written) {
    std::vector<std::string> known = idle_columns_of_qos;
    for (const auto& [name, takes] : columns_of_qos())
      known.push_back(name);
    known.insert(known.end(), {"Flags", "PreemptMode"});
    for (const auto& name : known)
      if (boost::iequals(name, written)) {
        if (std::find(columns_.begin(), columns_.end(), name) != columns_.end())
          throw InputError(file_ + ":1: has column '" + name + "' twice; valid: once");
        if (name == "Name")
          name_column_ = columns_.size();
        columns_.push_back(name);
        return;
      }
    throw InputError(file_ + ":1: unknown column " + malha::quoted(written) +
                     instead_of(written, known, "sacctmgr show qos"));
  }

  void take_row() {
    Qos qos;
    qos.name = std::string(rows_.cell(*name_column_));
    if (qos.name.empty() || forbidden_in(qos.name, true))
      rows_.bad_row("has the name " + malha::quoted(qos.name) + "; valid: text", "name");
    for (std::size_t place = 0; place < columns_.size(); ++place) {
      const std::string value(rows_.cell(place));
      try {
        if (!value.empty())
          take_value(qos, columns_[place], value);
      } catch (const std::invalid_argument& error) {
        rows_.bad_row(error.what(), columns_[place]);
      }
    }
    lines_.emplace(qos.name, rows_.line());
    if (!file_said_.qos.emplace(qos.name, qos).second)
      rows_.bad_row("has QOS " + malha::quoted(qos.name) + " again; valid: once", "name");
  }

  void take_value(Qos& qos, const std::string& column, const std::string& value) {
    if (column == "Flags") {
      take_flags(qos, value);
      return;
    }
    if (column == "PreemptMode") {
      take_preempt_mode(qos, value);
      return;
    }
    const auto found = columns_of_qos().find(column);
    if (found != columns_of_qos().end())
      found->second(qos, SlurmValue(column, value));
    else if (column != "ID" && column != "Description" && column != "Descr") // which only name it
      ++idle_[column];
  }

  void take_flags(Qos& qos, const std::string& value) {
    std::vector<std::string> known = idle_flags_of_qos;
    for (const auto& [name, member] : flags_of_qos)
      known.push_back(name);
    for (const auto& written : SlurmValue("Flags", value).list()) {
      const auto flag = SlurmValue("Flags", written).word_of(known);
      if (const auto found = flags_of_qos.find(flag); found != flags_of_qos.end())
        qos.*found->second = true;
      else
        ++idle_["Flags=" + flag];
    }
  }

  /// OFF and CLUSTER leave it to the mode of the cluster.
  void take_preempt_mode(Qos& qos, const std::string& value) {
    const auto found = SlurmValue("PreemptMode", value).preempt_mode();
    if (found.mode != cluster::PreemptMode::off)
      qos.preempt_mode = found.mode;
    for (const auto& other : found.others)
      ++idle_["PreemptMode=" + other];
  }

  void check_preempted() const {
    std::vector<std::string> names;
    for (const auto& [name, qos] : file_said_.qos)
      names.push_back(name);
    for (const auto& [name, qos] : file_said_.qos)
      for (const auto& other : qos.preempts)
        if (file_said_.qos.count(other) == 0)
          throw InputError(file_ + ":" + std::to_string(lines_.at(name)) + ": QOS " + malha::quoted(name) +
                           " preempts the unknown QOS " + malha::quoted(other) + instead_of(other, names));
  }

  std::string file_;
  CsvRows rows_;
  std::vector<std::string> columns_; ///< spelled as in the tables
  std::optional<std::size_t> name_column_;
  QosFile file_said_;
  std::map<std::string, std::size_t> lines_; ///< by QOS
  std::map<std::string, std::int64_t> idle_; ///< rows, by what has no effect
};

} // namespace

QosFile read_qos(const std::filesystem::path& file) { return QosReader(file).read(); }

} // namespace malha

// SPDX-License-Identifier: MIT
// Keys that slurm.conf may have and that have no effect in Malha: those that a Slurm 22.05.8 takes, and
// behind them some that other versions have, which sites forget to take out.
#include "policies/sdk/split.hpp"
#include "slurm_conf_keys.hpp"

namespace malha {

const std::vector<std::string>& idle_slurm_keys() {
  static const auto keys =
      split("AccountingStorageBackupHost AccountingStorageExternalHost AccountingStorageHost "
            "AccountingStorageParameters AccountingStoragePass AccountingStoragePort "
            "AccountingStorageTRES AccountingStorageType AccountingStorageUser AccountingStoreFlags "
            "AcctGatherEnergyType AcctGatherFilesystemType AcctGatherInfinibandType "
            "AcctGatherInterconnectType AcctGatherNodeFreq AcctGatherProfileType AllowSpecResourcesUsage "
            "AuthAltParameters AuthAltTypes AuthInfo AuthType BackupAddr BackupController "
            "BatchStartTimeout BcastExclude BcastParameters BurstBufferType CliFilterPlugins "
            "CommunicationParameters ControlAddr ControlMachine CoreSpecPlugin CpuFreqDef "
            "CpuFreqGovernors CredType CryptoType DebugFlags DefCpuPerGPU DefMemPerGPU "
            "DependencyParameters DisableRootJobs EioTimeout Epilog EpilogMsgTime EpilogSlurmctld "
            "ExtSensorsFreq ExtSensorsType FastSchedule FederationParameters FirstJobId GetEnvTimeout "
            "GpuFreqDef GroupUpdateForce GroupUpdateTime HealthCheckInterval HealthCheckNodeState "
            "HealthCheckProgram InactiveLimit InteractiveStepOptions JobAcctGatherFrequency "
            "JobAcctGatherParams JobAcctGatherType JobCompHost JobCompLoc JobCompParams JobCompPass "
            "JobCompPort JobCompType JobCompUser JobContainerType JobCredentialPrivateKey "
            "JobCredentialPublicCertificate JobFileAppend JobSubmitPlugins KeepAliveTime KillOnBadExit "
            "LaunchParameters LaunchType LogTimeFormat MCSParameters MCSPlugin MailDomain MailProg "
            "MaxDBDMsgs MaxJobId MaxNodeCount MaxStepCount MaxTasksPerNode MessageTimeout MinJobAge "
            "MpiDefault MpiParams NodeFeaturesPlugins PlugStackConfig PluginDir PowerParameters "
            "PowerPlugin PrEpParameters PrEpPlugins PrivateData ProctrackType Prolog PrologEpilogTimeout "
            "PrologFlags PrologSlurmctld PropagatePrioProcess PropagateResourceLimits "
            "PropagateResourceLimitsExcept RebootProgram ReconfigFlags RequeueExit RequeueExitHold "
            "ResumeFailProgram ResumeProgram ResumeRate ResumeTimeout ResvEpilog ResvProlog "
            "ReturnToService RoutePlugin SbcastParameters SchedulerAuth SchedulerTimeSlice "
            "ScronParameters SlurmSchedLogFile SlurmSchedLogLevel SlurmUser SlurmctldAddr SlurmctldDebug "
            "SlurmctldHost SlurmctldLogFile SlurmctldParameters SlurmctldPidFile SlurmctldPlugstack "
            "SlurmctldPort SlurmctldPrimaryOffProg SlurmctldPrimaryOnProg SlurmctldSyslogDebug "
            "SlurmctldTimeout SlurmdDebug SlurmdLogFile SlurmdParameters SlurmdPidFile SlurmdPort "
            "SlurmdSpoolDir SlurmdSyslogDebug SlurmdTimeout SlurmdUser SrunEpilog SrunPortRange "
            "SrunProlog StateSaveLocation SuspendExcNodes SuspendExcParts SuspendProgram SuspendRate "
            "SuspendTime SuspendTimeout SwitchParameters SwitchType TCPTimeout TaskEpilog TaskPlugin "
            "TaskPluginParam TaskProlog TmpFS TopologyParam TopologyPlugin TrackWCKey TreeWidth "
            "UnkillableStepProgram UnkillableStepTimeout UsePAM VSizeFactor WaitTime X11Parameters "
            "AccountingStorageLoc AccountingStoreJobComment CacheGroups CheckpointType "
            "DataParserParameters DefaultStorageHost DefaultStorageLoc DefaultStoragePass "
            "DefaultStoragePort DefaultStorageType DefaultStorageUser DynAllocPort EpilogTimeout "
            "HashPlugin JobCheckpointDir LayOuts MaxBatchRequeue MemLimitEnforce MsgAggregationParams "
            "PrologTimeout SallocDefaultCommand SchedulerPort SchedulerRootFilter SelectPluginParam "
            "SuspendExcStates",
            ' ');
  return keys;
}

const std::vector<std::string>& idle_slurm_node_keys() {
  static const auto keys =
      split("BcastAddr CoreSpecCount CpuBind CpuSpecList MemSpecLimit NodeAddr NodeHostname Port Reason "
            "TmpDisk Topology",
            ' ');
  return keys;
}

const std::vector<std::string>& idle_slurm_partition_keys() {
  static const auto keys =
      split("AllocNodes Alternate CpuBind DefCpuPerGPU DefMemPerGPU DisableRootJobs ExclusiveUser Hidden "
            "LLN MaxCPUsPerNode MaxMemPerCPU OverTimeLimit ReqResv ResumeTimeout RootOnly "
            "SelectTypeParameters SuspendTime SuspendTimeout MaxCPUsPerSocket PowerDownOnIdle Topology",
            ' ');
  return keys;
}

} // namespace malha
